/** Opens dialogs by buttons with `command="show-modal"` in browsers that do not do so by themselves (before 2025). */
export function openDialogs(root: Document): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button[command="show-modal"]');
    const dialog = root.getElementById(button?.getAttribute('commandfor') ?? '');
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  });
}
