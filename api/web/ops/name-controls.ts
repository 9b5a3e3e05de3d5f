/** Names of the board's controls that show an icon alone, by the class of the icon. */
const names: Readonly<Record<string, string>> = {
  'lucide-maximize': 'Full screen',
  'lucide-settings': 'Settings of the board',
  'lucide-circle-user': 'Links',
  'lucide-ellipsis-vertical': 'More',
  'lucide-copy': 'Copy',
  'lucide-chevron-left': 'Previous page',
  'lucide-chevron-right': 'Next page',
};

/** Gives the controls of Bull Board that have no name one, now and whenever the board has drawn others. */
export function nameControls(root: Document): void {
  const board = root.querySelector('#__UI_CONFIG__ ~ #root');
  if (!board) return;
  const name = () => {
    for (const button of board.querySelectorAll('button:not([aria-label])')) {
      const icon = [...(button.querySelector('svg')?.classList ?? [])].find((each) => names[each]);
      if (icon && !button.textContent?.trim()) button.setAttribute('aria-label', names[icon]!);
    }
  };
  new MutationObserver(name).observe(board, { childList: true, subtree: true });
  name();
}
