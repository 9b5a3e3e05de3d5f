const shownMs = 2000;

/** Lets the button of each block of code copy what is shown of it. */
export function addCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('.code .copy')) {
    button.addEventListener('click', () => void copy(button.closest('.code'), button));
  }
}

async function copy(block: Element | null, button: HTMLElement): Promise<void> {
  const shown = [...(block?.querySelectorAll('pre') ?? [])].find((pre) => pre.checkVisibility());
  try {
    await navigator.clipboard.writeText(shown?.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, shownMs);
}
