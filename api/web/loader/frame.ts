import type { FrameMessage, LoaderMessage } from '../../../shared/try-on/frame-messages.ts';

/** The try-on in its frame. */
export interface Frame {
  element: HTMLIFrameElement;
  /** True once the frame has said that it reads messages. */
  ready: boolean;
  send(message: LoaderMessage): void;
  /** Takes the frame out of the page. */
  remove(): void;
}

interface FrameOptions {
  address: string;
  title: string;
  onMessage: (message: FrameMessage, frame: Frame) => void;
  /** The frame did not load in time, or loaded and sent nothing: a blocked or missing page fires `load` as well. */
  onLate: () => void;
  /** The frame shows something: its own skeleton, or why there is no try-on. */
  onLoad: () => void;
}

/** Covers the modules of the page on a slow mobile network. */
const loadMs = 20_000;
const readyMs = 8_000;

declare global {
  interface Document {
    /** Of Chromium. */
    featurePolicy?: { features(): string[] };
  }
}

/** True if a browser may know a feature: Chromium complains in the shop's console of those that it does not. */
const knows = (feature: string) => document.featurePolicy?.features().includes(feature) !== false;

function createElement(address: string, title: string): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), {
    title,
    allow: `camera;clipboard-write${knows('web-share') ? ';web-share' : ''}`,
    // The shop's own policy may hide where the request comes from, which the service checks.
    referrerPolicy: 'strict-origin',
    src: address,
  });
}

/** Reads only what comes from this frame's window and origin, and writes only to that origin. */
export function createFrame({ address, title, onMessage, onLate, onLoad }: FrameOptions): Frame {
  const element = createElement(address, title);
  const { origin } = new URL(address);
  const listen = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== element.contentWindow || from !== origin || !data || data.service !== 1) return;
    clearTimeout(timer);
    element.onload = onLoad; // without the wait for a message
    if (data.type === 'ready') frame.ready = true;
    onMessage(data as FrameMessage, frame);
  };
  /** The page's policy forbids the frame: nothing will come. */
  const refused = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) onLate();
  };
  const frame: Frame = {
    element,
    ready: false,
    send: (message) => {
      const { contentWindow } = element;
      if (frame.ready && contentWindow) contentWindow.postMessage(message, origin);
    },
    remove: () => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      document.removeEventListener('securitypolicyviolation', refused);
      element.remove();
    },
  };
  let timer = setTimeout(onLate, loadMs);
  element.onload = () => {
    clearTimeout(timer);
    onLoad();
    timer = setTimeout(onLate, readyMs);
  };
  addEventListener('message', listen);
  document.addEventListener('securitypolicyviolation', refused);
  return frame;
}
