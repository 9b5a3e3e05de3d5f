/** Elements of a role, as selectors. */
export const roles = {
  button: 'button',
  link: 'a[href]',
  heading: 'h1',
  choice: 'label:has(input)',
  searchbox: 'input[type=search]',
  file: 'input[type=file]',
  dialog: 'dialog[open]',
  status: '[role=status]',
  any: '*',
} as const;

export type Role = keyof typeof roles;

/** Names of elements: a text is a part of them in any case, as Playwright takes it. */
export type Name = string | RegExp;

/** Returns source and flags of the pattern that a name means: a pattern itself cannot be sent to a page. */
export function toPattern(name: Name): [source: string, flags: string] {
  if (name instanceof RegExp) return [name.source, name.flags];
  return [name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'];
}

/**
 * Runs in the page, so it uses nothing of this file. Returns the first element that is seen, matches the selector, and
 * whose name matches; where a dialog is open, of the newest one.
 */
export function findInPage(selector: string, source: string, flags: string): Element | null {
  const pattern = new RegExp(source, flags);
  const toName = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim();
  const isSeen = (element: Element) =>
    element.matches('input[type=file]') || element.getClientRects().length > 0;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const root = dialog && !selector.startsWith('dialog') ? dialog : document;
  const found = [...root.querySelectorAll(selector)];
  return found.find((element) => isSeen(element) && pattern.test(toName(element))) ?? null;
}
