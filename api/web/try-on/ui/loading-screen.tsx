import { Skeleton } from '../../design/components/skeleton.tsx';
import { useApp } from './app-context.ts';

/** Keeps the place of a screen that loads; of a shared look, as the server has drawn it. */
export function LoadingScreen() {
  const { state, firstPaint } = useApp();
  if (state.screen !== 'shared' || !firstPaint) return <Skeleton ratio="3 / 4" />;
  // The server has escaped it.
  return <div dangerouslySetInnerHTML={{ __html: firstPaint }} />;
}
