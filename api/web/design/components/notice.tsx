import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface Props {
  icon: IconNode;
  title: string;
  text: string;
  /** The heading's level where it stands. */
  level?: 1 | 2;
  /** Buttons of what can be done next, the most useful first. */
  children?: ComponentChildren;
}

/** A message for empty and failed states: the event, its reason and the next step. */
export function Notice({ icon, title, text, level = 2, children }: Props) {
  return (
    <div class="notice-box">
      <span class="notice-icon">
        <Icon icon={icon} size={24} />
      </span>
      {level === 1 ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      <p class="soft">{text}</p>
      {children && <div class="notice-actions">{children}</div>}
    </div>
  );
}
