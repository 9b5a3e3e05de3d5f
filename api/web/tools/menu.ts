/** On phones the navigation covers the page: a link to a section of the same page would otherwise stay covered. */
export function closeMenuOnChoice(root: Document): void {
  const menu = root.getElementById('menu');
  menu?.addEventListener('click', (event) => {
    if (menu.matches(':popover-open') && (event.target as Element).closest('a')) menu.hidePopover();
  });
}
