import type { ComponentChildren } from 'preact';
import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from '../icons.ts';
import { Icon } from './icon.tsx';

const icons = {
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  info: Info,
  neutral: CircleDashed,
} as const;

export type Tone = keyof typeof icons;

interface Props {
  tone: Tone;
  children: ComponentChildren;
}

/** A state as color, icon and word; the word is what assistive technology reads. */
export function Status({ tone, children }: Props) {
  return (
    <span class={`status status-${tone}`}>
      <Icon icon={icons[tone]} size={16} />
      <span>{children}</span>
    </span>
  );
}

/** The state of the whole page beside its title, or of one thing in a list. */
export function Badge({ tone, children }: Props) {
  return (
    <span class={`status badge status-${tone}`}>
      <Icon icon={icons[tone]} size={16} />
      <span>{children}</span>
    </span>
  );
}

/** A sentence above everything that it is about: what happened, and what to do. */
export function Banner({ tone, children }: Props) {
  return (
    <div class={`banner status-${tone}`}>
      <Icon icon={icons[tone]} />
      <div class="banner-text">{children}</div>
    </div>
  );
}
