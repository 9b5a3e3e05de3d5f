import { Button } from '../../../design/components/button.tsx';
import { useApp } from '../../app/app-context.ts';
import { canLeave, nextStep } from '../../state/flow.ts';
import type { FlowProgress } from '../../state/flow-progress.ts';
import { Tray } from '../items/look-tray.tsx';
import { useFlowSteps } from './use-flow-steps.ts';

/** What is in the look, and the ways out of the step: forward, or past it. */
export function FlowTray({ progress }: { progress: FlowProgress }) {
  const { state, texts } = useApp();
  const { complete, skip } = useFlowSteps(progress);
  const { look } = state;
  const next = nextStep(state, progress);
  const canSkip = canLeave(look, progress, 'skipped');
  const canComplete = canLeave(look, progress, 'completed');
  /** The last step without an item: to skip it is to create the picture. */
  const isOnlyWay = canSkip && next === null;
  const skipText = next === null && look.length > 0 ? texts.flow.skipAndTryOn(look.length) : texts.flow.skip;
  return (
    <Tray>
      <div class="flow-actions">
        {canSkip && (
          <Button kind={isOnlyWay ? 'primary' : 'secondary'} onClick={skip}>
            {skipText}
          </Button>
        )}
        {!isOnlyWay && (
          <Button kind="primary" disabled={!canComplete} onClick={complete}>
            {next === null
              ? texts.items.tryOn(Math.max(1, look.length))
              : texts.flow.next(progress.flow.steps[next]!.name)}
          </Button>
        )}
      </div>
    </Tray>
  );
}
