import type { IconNode } from 'lucide';
import { h } from 'preact';

interface Props {
  icon: IconNode;
  size?: 16 | 20 | 24;
  /** Mirrored where text runs from right to left: arrows. */
  directional?: boolean;
}

/** One of lucide's icons, unseen by assistive technology: the name stands beside it or on its button. */
export function Icon({ icon, size = 20, directional = false }: Props) {
  const shapes = icon.map(([tag, attributes]) => h(tag, attributes));
  return (
    <svg
      class={directional ? 'icon icon-directional' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={size === 16 ? 2 : 1.75}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes}
    </svg>
  );
}
