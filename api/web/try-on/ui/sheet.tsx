import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Sheet as DesignSheet } from '../../design/components/sheet.tsx';
import { useApp } from './app-context.ts';
import { LiveStatus } from './live-status.tsx';

/** A sheet that the browser's Back closes, and that speaks for the page below it. */
export function Sheet(props: ComponentProps<typeof DesignSheet>) {
  const { layers } = useApp();
  const onClose = useRef(props.onClose);
  onClose.current = props.onClose;
  useLayoutEffect(() => layers.open(() => onClose.current()), []);
  return (
    <DesignSheet {...props}>
      {props.children}
      <LiveStatus isInSheet />
    </DesignSheet>
  );
}
