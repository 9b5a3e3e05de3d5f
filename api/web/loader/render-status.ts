/**
 * `/service-embed-status.js?{hash}`: the status of a render on the shop's page. The loader fetches it with the first
 * render.
 */
import type { RenderMessage } from '../../../shared/try-on/frame-messages.ts';
import { currentScript } from './current-script.ts';
import type { Opening } from './settings.ts';
import { type RenderStatus, type StatusCall, type StatusOptions, storageKey } from './status-script.ts';
import { statusStyle } from './status-style.ts';
import { addStyle } from './style.ts';

/** The latest message of the frame about its render, with the options that opened the frame. */
interface Kept {
  message: RenderMessage;
  opening: Opening;
}

/** Runs what a shop's page may forbid: without storage, the status is of this page alone. */
function stored(access: () => string | null): string | null {
  try {
    return access();
  } catch {
    return null;
  }
}

const read = (): Kept | null => JSON.parse(stored(() => sessionStorage[storageKey]) || 'null');
/** An empty text: the next page has nothing to load. */
const write = (kept: Kept | null) =>
  stored(() => (sessionStorage[storageKey] = kept ? JSON.stringify(kept) : ''));

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${`0${Math.floor(seconds % 60)}`.slice(-2)}`;

/** The parts of the status, beside `body` as the dialog is. */
function createParts(closeLabel: string) {
  const host = document.createElement('service-embed-status');
  const root = host.attachShadow({ mode: 'open' });
  const make = (tag: string, text = '') => Object.assign(document.createElement(tag), { textContent: text });
  const [words, time, view, end] = [make('span'), make('time'), make('button'), make('button', '×')];
  words.setAttribute('role', 'status');
  time.setAttribute('aria-hidden', 'true');
  end.setAttribute('aria-label', closeLabel);
  addStyle(root, statusStyle);
  root.append(words, time, view, end);
  return { host, words, time, view, end };
}

/** Nearer to the edge than that, a bar stands at it. */
const edge = 8;

/** Returns the height of what the shop keeps at the lower edge of the window, such as a bar to buy; CSS pixels. */
function measureBar(): number {
  const at = document.elementsFromPoint(innerWidth / 2, innerHeight - 1);
  const bars = at.flatMap((element) => {
    const { position } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    const isBar = /fixed|sticky/.test(position) && innerHeight - bottom < edge && top > innerHeight / 2;
    return isBar ? [innerHeight - top] : [];
  });
  return Math.max(0, ...bars);
}

function createRenderStatus({ isOpen, view, closeLabel }: StatusOptions): RenderStatus {
  let kept = read();
  let parts: ReturnType<typeof createParts> | undefined;
  let timer = 0;

  const keep = (next: Kept | null) => {
    kept = next;
    write(next);
    update();
  };
  const show = ({ message, opening }: Kept) => {
    parts ||= createParts(closeLabel);
    const { host, words, time, view: button, end } = parts;
    if (!host.isConnected) {
      host.style.setProperty('--bar', `${measureBar()}px`);
      document.documentElement.append(host);
    }
    const tick = () => {
      time.textContent = message.running ? clock(Math.max(0, Date.now() - message.since) / 1000) : '';
    };
    words.textContent = message.text;
    button.textContent = message.action;
    button.onclick = () => view(opening);
    end.onclick = () => keep(null);
    tick();
    if (message.running) timer = window.setInterval(tick, 1000);
  };
  const update = () => {
    clearInterval(timer);
    // The shopper sees the end itself.
    if (isOpen() && kept && !kept.message.running) {
      kept = null;
      write(kept);
    }
    if (kept && !isOpen()) show(kept);
    else if (parts) parts.host.remove();
  };
  update();

  return {
    running: () => (kept?.message.running ? kept.opening : undefined),
    take: (message, opening) => {
      // The end of a render that was not waited for was seen before.
      const isNews = message.running || (message.text && kept);
      keep(isNews ? { message, opening } : null);
    },
    update,
  };
}

const { options, resolve } = currentScript() as HTMLScriptElement & StatusCall;
resolve(createRenderStatus(options));
