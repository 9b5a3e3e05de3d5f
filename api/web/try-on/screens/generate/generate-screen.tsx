import type { AppState } from '../../state/app-state.ts';
import type { Reason } from '../../state/reason.ts';
import { useApp } from '../../ui/app-context.ts';
import { ReasonNotice } from '../../ui/reason-notice.tsx';
import { Waiting } from './waiting.tsx';
import './generate-screen.css';

/** The wait for a picture, or why there is none. */
export function GenerateScreen() {
  const { state, renders } = useApp();
  const reason = getFailure(state);
  if (!reason) return <Waiting />;
  return <ReasonNotice reason={reason} onTryAgain={() => void renders.start()} />;
}

function getFailure({ render }: AppState): Reason | null {
  if (render.status === 'refused') return render.reason;
  if (render.status !== 'followed') return null;
  const { state, failure } = render.view;
  if (state === 'expired') return failure?.reason ?? 'timeout';
  return state === 'failed' ? (failure?.reason ?? 'generation_failed') : null;
}
