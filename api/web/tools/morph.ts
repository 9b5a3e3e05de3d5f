/** Attributes that the person at the page, or a script, has set: they stay as they are. */
const kept = new Set(['open', 'tabindex', 'data-active']);

/** Elements that a script writes. */
const written = '[data-pause], .chart:has([data-active])';

/** Changes an element into the next one; what is the same in both stays the same node, with its focus. */
export function morph(element: Element, next: Element): void {
  if (element.matches(written)) return;
  copyAttributes(element, next);
  const current = [...element.childNodes];
  const wanted = [...next.childNodes];
  for (const [index, node] of wanted.entries()) {
    const place = current[index];
    if (!place) element.append(node);
    else if (!isSame(place, node)) place.replaceWith(node);
    else if (place instanceof Element) morph(place, node as Element);
    else if (place.nodeValue !== node.nodeValue) place.nodeValue = node.nodeValue;
  }
  for (const node of current.slice(wanted.length)) node.remove();
}

const isSame = (one: Node, other: Node) =>
  one.nodeName === other.nodeName && (one as Element).id === (other as Element).id;

function copyAttributes(element: Element, next: Element): void {
  for (const { name } of [...element.attributes]) {
    if (!next.hasAttribute(name) && !kept.has(name)) element.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
