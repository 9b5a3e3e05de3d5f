import type {
  FrameMessage,
  InitMessage,
  LoaderMessage,
  RenderMessage,
} from '../../../shared/try-on/frame-messages.ts';
import { frameAddress, hostedAddress, productOfPage } from './addresses.ts';
import { runCart } from './cart-script.ts';
import { createDialog, type Dialog } from './dialog.ts';
import { createFrame, type Frame } from './frame.ts';
import { labels, pageLanguage } from './labels.ts';
import { announce } from './page-events.ts';
import { buildOpening, type Opening, type OpenOptions, pageSetting } from './settings.ts';
import { isAwaited, loadStatus, type RenderStatus } from './status-script.ts';

/** Opening and closing the one try-on of a page. */
export interface TryOn {
  /** @returns false when the page does not say which store it is, so nothing was opened. */
  open(options?: OpenOptions): boolean;
  close(): void;
  /** Loads the frame without showing it. */
  preload(options?: OpenOptions): void;
  identify(anonymousId: string): void;
  consent(granted: boolean): void;
}

function initMessage({ subdomain: _, ...known }: Opening, status: boolean): InitMessage {
  return { service: 1, type: 'init', ...known, pageUrl: location.href, status };
}

export function createTryOn(script: HTMLElement, service: string): TryOn {
  const language = pageLanguage();
  let dialog: Dialog | undefined;
  let frame: Frame | undefined;
  let store: string;
  let init: InitMessage;
  let opened: Opening;
  let identity: OpenOptions = {};
  let granted: boolean | undefined;
  let status: Promise<RenderStatus> | undefined;

  const send = (message: LoaderMessage) => {
    if (frame) frame.send(message);
  };
  const sendVisibility = () => send({ service: 1, type: 'visibility', open: !!dialog?.isOpen() });
  /** Consent: false until given if the page requires it; undefined falls back to the store's setting. */
  const consent = () => granted ?? (pageSetting(script, 'consent') === 'required' ? false : undefined);
  const sendConsent = () => {
    const given = consent();
    if (given !== undefined) send({ service: 1, type: 'consent', granted: given });
  };

  const onMessage = (message: FrameMessage) => {
    if (message.type === 'ready') {
      if (dialog) dialog.showFrame();
      sendConsent();
      send(init);
      sendVisibility();
    }
    if (message.type === 'close') close();
    if (message.type === 'event') announce(script, message.name, message.detail);
    if (message.type === 'render') takeRender(message);
    if (message.type === 'cart') runCart(script, message, send);
  };

  const dropFrame = () => {
    if (frame) frame.remove();
    frame = undefined;
  };
  const onClose = () => {
    sendVisibility();
    updateStatus();
    announce(script, 'close');
    if (!frame?.ready) dropFrame(); // so that the next opening tries again
  };
  const close = () => {
    if (dialog) dialog.close();
  };

  /** Returns the options to open with; undefined when neither call nor page names the store. */
  const read = (options: OpenOptions): Opening | undefined => {
    // The variant in the page's address is of the page's product, not of another that the call names.
    const guess = options.productId ? {} : productOfPage(location);
    const opening = buildOpening(script, [options, identity], guess);
    if (opening.subdomain) return opening;
    console.warn('[service-embed] data-service-subdomain is missing.');
    return undefined;
  };

  /** Keeps a frame of the same store: a render in it continues. */
  const load = (opening: Opening): Dialog => {
    dialog ||= createDialog(language, onClose);
    const shown = dialog;
    const before = JSON.stringify(init);
    opened = opening;
    init = initMessage(opening, !isStatusOff());
    if (!frame?.element.isConnected || store !== opening.subdomain) {
      dropFrame();
      store = opening.subdomain;
      frame = createFrame({
        address: frameAddress(service, opening, language),
        title: labels[language][0],
        onMessage,
        onLoad: () => shown.hideNotice(),
        onLate: () =>
          shown.isOpen() ? shown.showLink(hostedAddress(service, opening, language, consent())) : dropFrame(),
      });
      shown.setFrame(frame.element);
    } else if (JSON.stringify(init) !== before) send(init);
    return shown;
  };

  const show = (opening: Opening) => {
    const shown = load(opening);
    if (shown.isOpen()) return;
    shown.open();
    updateStatus();
    sendVisibility();
    announce(script, 'open', { productId: opening.productId, variantId: opening.variantId });
  };

  const isStatusOff = () => String(pageSetting(script, 'status')) === 'off';
  /** In the order of the calls, which wait for the script. */
  const withStatus = (use: (status: RenderStatus) => void) => {
    if (isStatusOff()) return;
    const isOpen = () => !!dialog?.isOpen();
    status ||= loadStatus(script, { isOpen, view: show, closeLabel: labels[language][1] });
    void status.then(use);
  };
  const updateStatus = () => {
    if (status) withStatus(({ update }) => update());
  };
  /** The end of a render that was not waited for was seen before. */
  const takeRender = (message: RenderMessage) => {
    const opening = opened;
    if (message.running || status) withStatus(({ take }) => take(message, opening));
  };
  if (isAwaited())
    withStatus(({ running }) => {
      const opening = running();
      if (opening) load(opening);
    });

  addEventListener('popstate', close); // Back means away from here, also where no page is loaded

  return {
    open: (options = {}) => {
      const opening = read(options);
      if (opening) show(opening);
      return !!opening;
    },
    close,
    preload: (options = {}) => {
      const opening = !frame && read(options);
      if (opening) load(opening);
    },
    identify: (id) => {
      const anonymousId = String(id || ''); // shops have numbers too, and none or 0 after a logout
      identity = { anonymousId };
      send({ service: 1, type: 'identify', anonymousId });
    },
    consent: (given) => {
      granted = !!given;
      sendConsent();
    },
  };
}
