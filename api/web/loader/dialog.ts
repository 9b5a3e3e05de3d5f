import type { Language } from '../../../shared/try-on/contract.ts';
import { labels } from './labels.ts';
import { lockScroll } from './scroll-lock.ts';
import { addStyle, dialogStyle } from './style.ts';

/** The modal dialog around the frame. */
export interface Dialog {
  isOpen(): boolean;
  open(): void;
  /** Does nothing when it is closed. */
  close(): void;
  /** Takes the place of an earlier frame, and shows that it loads. */
  setFrame(frame: HTMLIFrameElement): void;
  /** The frame begins to show something. */
  hideNotice(): void;
  /** The frame has something to show, and a close button of its own. */
  showFrame(): void;
  /** Instead of the frame: a link to the hosted page. */
  showLink(address: string): void;
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text = ''): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Creates the elements of the dialog, detached from the page; the frame is inserted before `end`. */
function createParts(title: string, closeLabel: string) {
  const host = element('service-embed' as 'div');
  const root = host.attachShadow({ mode: 'open' });
  const dialog = element('dialog');
  const button = element('button', '×');
  const notice = element('p');
  // Tab from the end of a frame of another site leaves the dialog, unless something follows that takes focus.
  const end = element('span');
  dialog.setAttribute('aria-label', title);
  button.setAttribute('aria-label', closeLabel);
  button.onclick = () => dialog.close();
  notice.setAttribute('role', 'status');
  end.tabIndex = 0;
  end.onfocus = () => button.focus();
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close(); // on the backdrop: everything inside is an element of its own
  };
  dialog.append(button, notice, end);
  addStyle(root, dialogStyle);
  root.append(dialog);
  return { host, root, dialog, button, notice, end };
}

/**
 * A native dialog brings the top layer, an inert page behind, Escape and the return of focus. The host is beside
 * `body`, so that page changes of Turbo, Astro and the like, which exchange `body`, leave dialog and frame alone.
 */
export function createDialog(language: Language, onClose: () => void): Dialog {
  const [title, closeLabel, loading, failed, newTab] = labels[language];
  const { host, root, dialog, button, notice, end } = createParts(title, closeLabel);
  let unlock = () => {};
  dialog.onclose = () => {
    unlock();
    onClose();
  };
  /** Back into a page whose script has taken everything away, dialog and lock as after a close. */
  const attach = () => {
    if (host.isConnected) return;
    unlock();
    dialog.open = false;
    document.documentElement.append(host);
  };
  return {
    isOpen: () => dialog.open && host.isConnected,
    open: () => {
      attach();
      dialog.showModal();
      unlock = lockScroll();
    },
    close: () => dialog.close(),
    setFrame: (frame) => {
      attach();
      dialog.className = '';
      notice.textContent = loading;
      end.before(frame);
    },
    hideNotice: () => {
      notice.textContent = '';
    },
    showFrame: () => {
      dialog.className = 'ready';
      // The frame that has something to show.
      if (root.activeElement === button) dialog.querySelector('iframe')!.focus();
    },
    showLink: (address) => {
      const link = element('a', newTab);
      link.href = address;
      link.target = '_blank';
      dialog.className = 'late';
      notice.replaceChildren(failed, link);
    },
  };
}
