import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';
import './sheet.css';

interface Props {
  title: string;
  closeName: string;
  /** Escape, the close button and a tap beside it. The caller then stops rendering it. */
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at the lower edge, in reach of the thumb. */
  actions?: ComponentChildren;
  /** Small: a question with two buttons. */
  size?: 'small' | 'large';
}

/** A modal dialog, shown while it is rendered: a bottom sheet on phones. The focus returns to what opened it. */
export function Sheet({ title, closeName, onClose, children, actions, size = 'small' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      // The dialog is removed with the close: browsers then do not return the focus by themselves.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the dialog is a shortcut; Escape closes it by keyboard.
    <dialog
      ref={dialog}
      class={`sheet sheet-${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon={X} name={closeName} onClick={onClose} />
        </header>
        <div class="sheet-content">{children}</div>
        {actions && <footer class="sheet-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
