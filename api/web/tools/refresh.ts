import { morph } from './morph.ts';

/** Longer than a page takes that waits for a backend which is down. */
const requestMs = 8_000;
/** A stream that the service refused, e.g. while it starts, is opened again after this time. */
const reopenMs = 10_000;

const live = '[data-refresh-seconds], [data-updates]';

/**
 * Brings the page up to date, by its event stream or every few seconds, except while it is paused or hidden: what is
 * open stays open, and the focus stays where it is.
 */
export function refreshPage(root: Document): void {
  const page = root.querySelector<HTMLElement>(live);
  const button = page?.querySelector<HTMLElement>('[data-pause] .button-label');
  if (!page || !button) return;
  let paused = false;
  let stop = () => {};
  const follow = () => {
    stop();
    stop = paused || root.hidden || !page.matches(live) ? () => {} : start(page);
  };
  button.closest('button')?.addEventListener('click', () => {
    paused = !paused;
    button.textContent = paused ? 'Resume updates' : 'Pause updates';
    follow();
  });
  root.addEventListener('visibilitychange', follow);
  follow();
}

const start = (page: HTMLElement): (() => void) => {
  const { updates, refreshSeconds } = page.dataset;
  return updates ? listen(page, updates) : poll(page, Number(refreshSeconds) * 1000);
};

function poll(page: HTMLElement, everyMs: number): () => void {
  const timer = setInterval(async () => {
    await update(page);
    // What has ended no longer changes.
    if (!page.matches(live)) clearInterval(timer);
  }, everyMs);
  return () => clearInterval(timer);
}

function listen(page: HTMLElement, address: string): () => void {
  let timer = 0;
  let stream: EventSource;
  const open = () => {
    stream = new EventSource(address);
    stream.addEventListener('page', ({ data }) => show(page, (JSON.parse(data) as { html: string }).html));
    stream.addEventListener('error', () => {
      show(page, undefined);
      // The browser itself connects again only after a lost connection.
      if (stream.readyState === EventSource.CLOSED) timer = window.setTimeout(open, reopenMs);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}

async function update(page: HTMLElement): Promise<void> {
  const options = { signal: AbortSignal.timeout(requestMs) };
  show(page, await fetch(location.href, options).then(readText, () => undefined));
}

/** Shows the next state of the page; where there is none, that the last one is outdated. */
function show(page: HTMLElement, html: string | undefined): void {
  page.toggleAttribute('data-outdated', html === undefined);
  if (html === undefined) return;
  const next = new DOMParser().parseFromString(html, 'text/html').querySelector('.room');
  if (next) morph(page, next);
}

const readText = (response: Response) => (response.ok ? response.text() : undefined);
