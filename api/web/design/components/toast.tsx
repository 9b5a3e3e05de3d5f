import type { ComponentChildren } from 'preact';
import { Status, type Tone } from './status.tsx';

/** The place of toasts: in each page from the start, so that assistive technology reads what is added. */
export const Toasts = ({ children }: { children?: ComponentChildren }) => (
  <div class="toasts" role="status">
    {children}
  </div>
);

interface Props {
  tone: Tone;
  children: ComponentChildren;
  /** A button or a form with one: Undo. */
  action?: ComponentChildren;
}

/** A short confirmation of the last action. */
export const Toast = ({ tone, children, action }: Props) => (
  <div class="toast">
    <Status tone={tone}>{children}</Status>
    {action}
  </div>
);
