import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  closeName: string;
  /** Escape, the close button and a tap beside it. The caller then stops rendering it. */
  onClose: () => void;
  children: ComponentChildren;
  /** Below the title, and in sight with it. */
  detail?: ComponentChildren;
  /** Buttons at the lower edge, in reach of the thumb. */
  actions?: ComponentChildren;
  /** Small: a question with two buttons. */
  size?: 'small' | 'large';
}

/** A dialog that is shown while it is rendered. The focus returns to what opened it. */
export function Sheet({ onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
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
    <Dialog
      {...rest}
      elementRef={dialog}
      onDismiss={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A tap beside the dialog is a shortcut; Escape closes it by keyboard.
        if (event.target === dialog.current) onClose();
      }}
    />
  );
}
