// The little Markdown the case book is written in: paragraphs, headings, lists, code, emphasis, links.

import { h } from './node.js';

/**
 * @param {string} text
 * @returns {import('./node.js').Loose[]}
 */
export function markdown(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const heading = /^(#{1,4}) (.*)$/s.exec(block);
      if (heading) return h(`h${Math.max(2, heading[1].length)}`, null, inline(heading[2]));
      if (/^[-*] /.test(block))
        return h(
          'ul',
          null,
          block.split(/\n(?=[-*] )/).map((item) => h('li', null, inline(item.slice(2)))),
        );
      if (block.startsWith('```')) return h('pre', { tabindex: 0 }, block.replace(/^```.*\n|\n```$/g, ''));
      return h('p', null, inline(block));
    });
}

/**
 * @param {string} text
 * @returns {import('./node.js').Loose[]}
 */
export function inline(text) {
  const parts = text.replace(/\s*\n\s*/g, ' ').split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part) => {
    if (part.startsWith('`')) return h('code', null, part.slice(1, -1));
    if (part.startsWith('**')) return h('strong', null, part.slice(2, -2));
    if (/^[*_].+[*_]$/.test(part)) return h('em', null, part.slice(1, -1));
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link)
      return /^https?:/.test(link[2])
        ? h('a', { href: link[2], rel: 'noreferrer' }, link[1])
        : h('span', null, link[1]);
    return part;
  });
}
