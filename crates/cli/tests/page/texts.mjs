// Holds the languages of the page against each other, against what its scripts ask for, and against what the server tells in
// English: findings, clauses, rulesets, options, the case book.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const load = async (name, part = (module) => Object.values(module)[0]) =>
  part(await import(pathToFileURL(path.join(folder, 'i18n', `${name}.js`))));
const languages = fs
  .readdirSync(path.join(folder, 'i18n'))
  .map((file) => path.basename(file, '.js'))
  .filter((name) => /^[a-z]{2}$/.test(name));
const english = await load('en');
const faults = [];
const parameters = (text) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1])
    .sort()
    .join(' ');

for (const name of languages) {
  const texts = await load(name);
  for (const key of Object.keys(english)) {
    if (!texts[key]) faults.push(`${name} lacks ${key}`);
    else if (parameters(texts[key]) !== parameters(english[key])) faults.push(`${name}: ${key} has other parameters`);
  }
  for (const key of Object.keys(texts)) if (!(key in english)) faults.push(`${name} has ${key}, which English lacks`);
}

const scripts = fs
  .readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.js') && !file.startsWith('i18n'));
const source = scripts.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');
for (const [, key] of source.matchAll(/\bt\('([^']+)'/g))
  if (!(key in english)) faults.push(`${key} is asked for and not there`);
for (const key of Object.keys(english)) {
  // Keys like `phase.main` are put together from data; their first word has to be in a template then.
  const family = key.split('.')[0];
  const asked =
    source.includes(`'${key}'`) ||
    source.includes(`\`${family}.\${`) ||
    new RegExp(`\`${key.replace(/\.[^.]+$/, '').replaceAll('.', '\\.')}\\.\\$`).test(source);
  if (!asked) faults.push(`${key} is never asked for`);
}

// What the server tells in English, in every other language: each fact with its values, each clause with its parts.
const told = JSON.parse(process.argv[3]);
for (const name of languages.filter((name) => name !== 'en')) {
  const facts = await load(`facts.${name}`);
  for (const [code, values] of told.facts)
    if (!facts[code]) faults.push(`${name} lacks the fact ${code}`);
    else if (parameters(facts[code]) !== values.toSorted().join(' ')) faults.push(`${name}: ${code} has other values`);
  for (const code of Object.keys(facts))
    if (!told.facts.some(([known]) => known === code)) faults.push(`${name} has the fact ${code}, which nobody finds`);
  const clauses = await load(`clauses.${name}`);
  for (const { id, parts } of told.clauses) {
    const lacking = parts.filter((part) => !clauses[id]?.[part]);
    if (lacking.length > 0) faults.push(`${name}: clause ${id} lacks ${lacking.join(', ')}`);
    const more = Object.keys(clauses[id] ?? {}).filter((part) => !parts.includes(part));
    if (more.length > 0) faults.push(`${name}: clause ${id} has ${more.join(', ')}, which English lacks`);
  }
  const same = (what, wanted, found) => {
    for (const key of wanted) if (!found.includes(key)) faults.push(`${name} lacks ${what} ${key}`);
    for (const key of found) if (!wanted.includes(key)) faults.push(`${name} has ${what} ${key}, which is none`);
  };
  const rules = await load(`rules.${name}`, (module) => module);
  const pages = await load(`casebook.${name}`);
  same('the clause', told.clauses.map(({ id }) => id), Object.keys(clauses));
  same('the ruleset', told.rulesets, Object.keys(rules.rulesets));
  same('the option', told.options, Object.keys(rules.options));
  same('the case', told.cases, Object.keys(await load(`cases.${name}`)));
  same('the page', told.pages.map(({ page }) => page), Object.keys(pages));
  for (const [id, { title, source }] of Object.entries(rules.rulesets))
    if (!title || !source) faults.push(`${name}: the ruleset ${id} lacks its title or source`);
  for (const { page, texts } of told.pages) {
    const found = pages[page]?.texts ?? [];
    if (found.length !== texts.length) faults.push(`${name}: ${page} has ${found.length} texts, not ${texts.length}`);
    // What stands between backquotes is the same in every language, and so is the number of paragraphs.
    const code = (text) => [...text.matchAll(/`[^`]+`/g)].map(String).sort().join(' ');
    const paragraphs = (text) => text.trim().split('\n\n').length;
    for (const [index, text] of texts.entries()) {
      const own = found[index] ?? '';
      const said = text.replace(/^\s*# .*\n/, '');
      if (code(own) !== code(said)) faults.push(`${name}: ${page}, text ${index}, has other code`);
      if (paragraphs(own) !== paragraphs(said)) faults.push(`${name}: ${page}, text ${index}, has other paragraphs`);
    }
  }
}
for (const code of told.errors) if (!english[`error.${code}`]) faults.push(`there is no text for the error ${code}`);

if (languages.length < 2) faults.push('there is only one language');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${languages.join(', ')}: ${Object.keys(english).length} texts each`);
