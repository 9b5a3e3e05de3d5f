import type { AppState } from '../../state/app-state.ts';
import type { Reason } from '../../state/reason.ts';
import { useApp } from '../../ui/app-context.ts';
import { Failure } from './failure.tsx';
import { PhotoWithItems } from './photo-with-items.tsx';
import { Waiting } from './waiting.tsx';
import './generate-screen.css';

/** The wait for an image, or why there is none. */
export function GenerateScreen() {
  const { state, renders } = useApp();
  const reason = getFailure(state);
  return (
    <div class="waiting">
      <PhotoWithItems isWorking={!reason} />
      <div class="waiting-side">
        {reason ? <Failure reason={reason} onTryAgain={() => void renders.start()} /> : <Waiting />}
      </div>
    </div>
  );
}

function getFailure({ render }: AppState): Reason | null {
  if (render.status === 'refused') return render.reason;
  if (render.status !== 'followed') return null;
  const { state, failure } = render.view;
  if (state === 'expired') return failure?.reason ?? 'timeout';
  return state === 'failed' ? (failure?.reason ?? 'generation_failed') : null;
}
