const shownMs = 2000;

/** Adds a button to each block of code that copies what is shown of it. */
export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLElement): Promise<void> {
  const shown = [...block.querySelectorAll('pre')].find((pre) => pre.checkVisibility());
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
