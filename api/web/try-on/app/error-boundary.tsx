import { Component, type ComponentChildren } from 'preact';

interface Props {
  children: ComponentChildren;
  /** Shown in place of the children when one of them throws. */
  fallback: ComponentChildren;
}

/** Keeps a defect in one screen from leaving an empty page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render({ children, fallback }: Props) {
    return this.state.failed ? fallback : children;
  }
}
