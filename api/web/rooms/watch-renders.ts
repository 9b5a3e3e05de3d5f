import { morph } from '../tools/morph.ts';

const everyMs = 2_000;
const requestMs = 8_000;

/** Brings the list of renders up to date while one of them is open. */
export function watchRenders(root: Document): void {
  const list = root.querySelector<HTMLElement>('[data-open-renders]');
  if (!list) return;
  const timer = setInterval(async () => {
    if (root.hidden) return;
    await update(list);
    if (!list.hasAttribute('data-open-renders')) clearInterval(timer);
  }, everyMs);
}

/** Brings the list of renders up to date now. */
export async function refreshRenders(root: Document): Promise<void> {
  const list = root.getElementById('renders');
  if (list) await update(list);
}

async function update(list: HTMLElement): Promise<void> {
  const options = { signal: AbortSignal.timeout(requestMs) };
  const text = await fetch(location.href, options).then(readText, () => undefined);
  const next = text && new DOMParser().parseFromString(text, 'text/html').getElementById(list.id);
  if (next) morph(list, next);
}

const readText = (response: Response) => (response.ok ? response.text() : undefined);
