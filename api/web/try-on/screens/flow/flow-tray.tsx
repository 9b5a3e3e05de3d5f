import { Button } from '../../../design/components/button.tsx';
import { canLeave, nextStep } from '../../state/flow.ts';
import type { FlowProgress } from '../../state/flow-progress.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { Tray } from '../items/look-tray.tsx';
import { useFlowActions } from './use-flow-actions.ts';

/** Shows the look, and the buttons that complete or skip the step. */
export function FlowTray({ progress }: { progress: FlowProgress }) {
  const { state, texts } = useWholeApp();
  const { complete, skip } = useFlowActions(progress);
  const { look } = state;
  const next = nextStep(state, progress);
  const canSkip = canLeave(look, progress, 'skipped');
  const canComplete = canLeave(look, progress, 'completed');
  /** The last step without an item: to skip it is to create the image. */
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
