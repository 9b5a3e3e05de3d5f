import type { IconNode } from 'lucide';
import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';

interface Look {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconNode;
  /** The whole width of its container. */
  wide?: boolean;
  children: ComponentChildren;
}

interface ButtonProps extends Look, Omit<JSX.IntrinsicElements['button'], 'children' | 'icon'> {
  /** Its action is in progress: the button keeps its width and focus, and ignores clicks. */
  busy?: boolean;
}

const toClass = (kind: Look['kind'] = 'secondary', wide = false) =>
  `button button-${kind}${wide ? ' button-wide' : ''}`;

/** A button whose label is a verb. */
export function Button({ kind, icon, wide, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`${toClass(kind, wide)} ${rest.class ?? ''}`.trim()}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span class="button-label">
        {icon && <Icon icon={icon} />}
        {children}
      </span>
      {busy && <span class="button-spinner" />}
    </button>
  );
}

interface LinkProps extends Look {
  href: string;
  download?: string;
  target?: '_top' | '_blank';
  onClick?: () => void;
}

/** A link with the look of a button: for what leads somewhere or downloads. */
export function ButtonLink({ kind, icon, wide, children, ...rest }: LinkProps) {
  return (
    <a {...rest} {...(rest.target === '_blank' && { rel: 'noopener' })} class={toClass(kind, wide)}>
      <span class="button-label">
        {icon && <Icon icon={icon} />}
        {children}
      </span>
    </a>
  );
}

interface IconButtonProps extends Omit<JSX.IntrinsicElements['button'], 'children' | 'icon'> {
  icon: IconNode;
  /** Its name for assistive technology, and the hint on hover. */
  name: string;
  directional?: boolean;
}

/** A button that shows an icon alone. */
export function IconButton({ icon, name, directional = false, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={name} {...rest} class={`icon-button ${rest.class ?? ''}`} aria-label={name}>
      <Icon icon={icon} directional={directional} />
    </button>
  );
}
