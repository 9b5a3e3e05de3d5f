import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { X } from '../icons.ts';
import { IconButton } from './button.tsx';

interface Props extends Omit<JSX.IntrinsicElements['dialog'], 'title' | 'size' | 'children'> {
  title: string;
  /** Name of the close button. */
  closeName: string;
  /** Small: a question with two buttons. */
  size?: 'small' | 'large';
  children: ComponentChildren;
  /** Below the title, and in sight with it. */
  detail?: ComponentChildren;
  /** Buttons at the lower edge, in reach of the thumb. */
  actions?: ComponentChildren;
  /** Default: the button closes the dialog, without JavaScript too. */
  onDismiss?: () => void;
  elementRef?: JSX.IntrinsicElements['dialog']['ref'];
}

/**
 * A modal dialog: a bottom sheet on phones. A button with `command="show-modal"` and its id as `commandfor` opens it;
 * `Sheet` opens it by itself.
 */
export function Dialog(props: Props) {
  const {
    title,
    closeName,
    size = 'small',
    children,
    detail,
    actions,
    onDismiss,
    elementRef,
    ...rest
  } = props;
  const titleId = useId();
  return (
    <dialog
      {...rest}
      {...(elementRef && { ref: elementRef })}
      class={`sheet sheet-${size}`}
      aria-labelledby={titleId}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <div>
            <h2 id={titleId}>
              <bdi>{title}</bdi>
            </h2>
            {detail}
          </div>
          {onDismiss ? (
            <IconButton icon={X} name={closeName} onClick={onDismiss} />
          ) : (
            <form method="dialog">
              <IconButton icon={X} name={closeName} type="submit" />
            </form>
          )}
        </header>
        <div class="sheet-content">{children}</div>
        {actions && <footer class="sheet-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
