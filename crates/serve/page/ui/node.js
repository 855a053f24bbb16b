// A page is described as a tree of plain objects; `patch` makes the document equal to it and leaves alone
// what is equal already, so that focus, scrolling and running transitions survive a redraw.

/**
 * @typedef {object} Node
 * @property {string} tag
 * @property {Record<string, any>} attributes
 * @property {Child[]} children
 * @property {string | undefined} key Nodes of one parent that may change places have a key.
 */
/** @typedef {Node | string} Child */
/** @typedef {Child | number | null | undefined | false | Loose[]} Loose */

const SVG = 'http://www.w3.org/2000/svg';

/** What an element was last made equal to. @type {WeakMap<Element, Node>} */
const shown = new WeakMap();

/**
 * Describes an element. Attributes that begin with `on` are listeners; `style` is an object; `key` tells siblings
 * apart; `made` is called once with the new element, `drawn` each time it was made equal to a new description.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Loose} children
 * @returns {Node}
 */
export function h(tag, attributes, ...children) {
  const { key, ...rest } = attributes ?? {};
  return { tag, attributes: rest, children: flat(children), key: key === undefined ? undefined : String(key) };
}

/**
 * @param {Loose[]} loose
 * @returns {Child[]}
 */
function flat(loose) {
  /** @type {Child[]} */
  const out = [];
  for (const child of loose) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) out.push(...flat(child));
    else out.push(typeof child === 'number' ? String(child) : child);
  }
  return out;
}

/**
 * Makes the children of an element equal to the description.
 *
 * @param {Element} parent
 * @param {Loose[]} loose
 */
export function patch(parent, loose) {
  patchChildren(parent, flat(loose), parent.namespaceURI === SVG);
}

/**
 * Makes one element equal to a description with the same tag, for what changes more often than the page around it.
 *
 * @param {Element} element
 * @param {Node} node
 */
export function patchOne(element, node) {
  patchElement(element, node, element.namespaceURI === SVG);
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 * @param {boolean} svg
 */
function patchChildren(parent, children, svg) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const element of parent.children) {
    const key = shown.get(element)?.key;
    if (key !== undefined) keyed.set(key, element);
  }
  let place = parent.firstChild;
  for (const child of children) {
    if (typeof child === 'string') {
      if (place?.nodeType === globalThis.Node.TEXT_NODE) {
        if (place.nodeValue !== child) place.nodeValue = child;
        place = place.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(child), place);
      }
      continue;
    }
    /** @type {Element | null} */
    let element = null;
    if (child.key !== undefined) {
      element = keyed.get(child.key) ?? null;
      keyed.delete(child.key);
    } else if (place instanceof Element && shown.get(place)?.key === undefined) {
      element = place;
    }
    if (element && shown.get(element)?.tag !== child.tag) {
      if (element === place) place = place.nextSibling;
      element.remove();
      element = null;
    }
    if (!element) {
      element = make(child, svg);
      parent.insertBefore(element, place);
    } else {
      if (element === place) place = place.nextSibling;
      else parent.insertBefore(element, place);
      patchElement(element, child, svg);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * @param {Node} node
 * @param {boolean} svg
 */
function make(node, svg) {
  const inside = svg || node.tag === 'svg';
  const element = inside ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  patchElement(element, node, inside);
  node.attributes.made?.(element);
  return element;
}

/**
 * @param {Element} element
 * @param {Node} node
 * @param {boolean} svg
 */
function patchElement(element, node, svg) {
  const before = shown.get(element);
  if (before === node) return;
  shown.set(element, node);
  const old = before?.attributes ?? {};
  patchChildren(element, node.children, svg || node.tag === 'svg');
  for (const name of Object.keys(old)) {
    if (!(name in node.attributes)) assign(element, name, undefined, old[name]);
  }
  for (const [name, value] of Object.entries(node.attributes)) {
    const live = name === 'value' || name === 'checked';
    if (live || value !== old[name]) assign(element, name, value, old[name]);
  }
  node.attributes.drawn?.(element);
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function assign(element, name, value, before) {
  if (name === 'made' || name === 'drawn') return;
  if (name.startsWith('on')) {
    const event = name.slice(2);
    if (before) element.removeEventListener(event, before);
    if (value) element.addEventListener(event, value, { passive: false });
  } else if (name === 'style') {
    for (const property of Object.keys(before ?? {})) {
      if (!value || !(property in value)) element.style.removeProperty(property);
    }
    for (const [property, text] of Object.entries(value ?? {})) element.style.setProperty(property, text);
  } else if (name === 'value' || name === 'checked') {
    const wanted = value ?? (name === 'checked' ? false : '');
    if (element[name] !== wanted) element[name] = wanted;
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}
