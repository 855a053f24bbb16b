// Keeping the current entry of a long list in view, without moving the page.

/** @type {WeakMap<Element, Element>} */
const latest = new WeakMap();

/**
 * Scrolls a list to its current entry when that has become another one. The list is told of as it was drawn; where
 * everything lies is known a frame later.
 *
 * @param {HTMLElement} list
 */
export function keepInView(list) {
  const current = list.querySelector('[aria-current]');
  if (!current || latest.get(list) === current) return;
  latest.set(list, current);
  requestAnimationFrame(() => {
    const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    list.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    list.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  });
}
