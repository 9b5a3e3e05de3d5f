import { LayoutGrid } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../../design/components/button.tsx';
import type { FlowProgress } from '../../state/flow-progress.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useFlowActions } from './use-flow-actions.ts';

/** The way to all items of the store; a shopper who would lose her place in the flow is asked first. */
export function ExitFlow({ progress }: { progress: FlowProgress }) {
  const { texts } = useWholeApp();
  const { exit } = useFlowActions(progress);
  const [isAsking, setIsAsking] = useState(false);
  const hasBegun = progress.step > 0 || progress.picks.length > 0;
  return (
    <>
      <Button kind="quiet" icon={LayoutGrid} onClick={hasBegun ? () => setIsAsking(true) : exit}>
        {texts.flow.exit}
      </Button>
      {isAsking && (
        <Sheet
          title={texts.flow.exitTitle(progress.flow.name)}
          closeName={texts.shell.close}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button kind="danger" onClick={exit}>
                {texts.flow.exitConfirm}
              </Button>
              <Button onClick={() => setIsAsking(false)}>{texts.flow.stay}</Button>
            </>
          }
        >
          <p class="soft">{texts.flow.exitText}</p>
        </Sheet>
      )}
    </>
  );
}
