// Prints what @sabaki/sgf reads: `sabaki_dump.js FILE...`

const fs = require('fs')
const sgf = require('@sabaki/sgf')

const lines = []

for (const path of process.argv.slice(2)) {
  lines.push('file ' + path)
  let index = 0
  for (const root of sgf.parse(fs.readFileSync(path, 'utf8'))) {
    const todo = [[root, -1]]
    while (todo.length > 0) {
      const [node, parent] = todo.pop()
      const own = index++
      lines.push('node ' + parent)
      for (const identifier of Object.keys(node.data).sort()) {
        const values = node.data[identifier].map(value => '.' + Buffer.from(value).toString('hex'))
        lines.push([identifier, ...values].join(' '))
      }
      for (const child of [...node.children].reverse()) todo.push([child, own])
    }
  }
}

console.log(lines.join('\n'))
