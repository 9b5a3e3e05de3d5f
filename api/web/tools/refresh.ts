import { morph } from './morph.ts';

/** Longer than a page takes that waits for a backend which is down. */
const requestMs = 8_000;

/** Brings the page up to date every few seconds: what is open stays open, and the focus stays where it is. */
export function refreshPage(root: Document): void {
  const page = root.querySelector<HTMLElement>('[data-refresh-seconds]');
  const button = page?.querySelector<HTMLElement>('[data-pause] .button-label');
  if (!page || !button) return;
  let paused = false;
  button.closest('button')?.addEventListener('click', () => {
    paused = !paused;
    button.textContent = paused ? 'Resume updates' : 'Pause updates';
  });
  setInterval(() => {
    if (!paused && !root.hidden) void update(page);
  }, Number(page.dataset.refreshSeconds) * 1000);
}

async function update(page: HTMLElement): Promise<void> {
  const options = { signal: AbortSignal.timeout(requestMs) };
  const text = await fetch(location.href, options).then(readText, () => undefined);
  page.toggleAttribute('data-outdated', text === undefined);
  if (text === undefined) return;
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-refresh-seconds]');
  if (next) morph(page, next);
}

const readText = (response: Response) => (response.ok ? response.text() : undefined);
