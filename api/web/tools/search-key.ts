/** Leads to the search of the page by the key `/`. */
export function addSearchKey(root: Document): void {
  const input = root.querySelector<HTMLInputElement>('#jump');
  root.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select');
    if (!input || event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    openMenu(root);
    input.focus();
  });
}

/** On phones the search is in the menu. */
function openMenu(root: Document): void {
  const menu = root.getElementById('menu');
  if (menu && !menu.checkVisibility()) menu.showPopover();
}
