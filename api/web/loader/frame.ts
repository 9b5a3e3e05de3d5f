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
}

/** Covers the modules of the page on a slow mobile network. */
const loadMs = 20_000;
const readyMs = 8_000;

function createElement(address: string, title: string): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), {
    title,
    allow: 'camera; web-share; clipboard-write',
    // The shop's own policy may hide where the request comes from, which the service checks.
    referrerPolicy: 'strict-origin',
    src: address,
  });
}

/** Reads only what comes from this frame's window and origin, and writes only to that origin. */
export function createFrame({ address, title, onMessage, onLate }: FrameOptions): Frame {
  const element = createElement(address, title);
  const { origin } = new URL(address);
  const listen = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== element.contentWindow || from !== origin || !data || data.service !== 1) return;
    if (data.type === 'ready') {
      clearTimeout(timer);
      frame.ready = true;
    }
    onMessage(data as FrameMessage, frame);
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
      element.remove();
    },
  };
  let timer = setTimeout(onLate, loadMs);
  element.onload = () => {
    clearTimeout(timer);
    if (!frame.ready) timer = setTimeout(onLate, readyMs);
  };
  addEventListener('message', listen);
  return frame;
}
