import { useState } from 'preact/hooks';
import { Button } from '../../../design/components/button.tsx';
import { followedRender } from '../../state/app-state.ts';
import { formatClock, formatUsualTime } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TryingOn } from '../../ui/trying-on.tsx';
import { getProgress } from './progress.ts';
import { stageText } from './stage-text.ts';
import { useNow } from './use-now.ts';
import { useSpoken } from './use-spoken.ts';

/** The progress of the render. */
export function Waiting() {
  const { state, texts, frame } = useWholeApp();
  const { leave, leaveAndHear } = texts.generate;
  return (
    <>
      <ScreenHeading text={texts.generate.title} />
      <TryingOn />
      <WaitingProgress />
      <p class="small soft">{frame?.hasStatus() ? leaveAndHear : leave}</p>
      {followedRender(state) && <CancelButton />}
    </>
  );
}

function WaitingProgress() {
  const { state, texts, language, status } = useWholeApp();
  const now = useNow();
  const view = followedRender(state);
  const progress = view ? getProgress(view, now) : { share: 0, elapsedSeconds: 0, isLong: false };
  const stage = stageText(texts, view, progress, state.connection);
  const clock = formatClock(progress.elapsedSeconds);
  useSpoken(status, `${stage}. ${texts.generate.elapsedSpoken(clock)}`, now);
  return (
    <div class="waiting-progress">
      <p class="waiting-stage">{stage}</p>
      <div
        class="bar"
        role="progressbar"
        aria-label={texts.generate.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress.share * 100)}
      >
        <span style={{ inlineSize: `${progress.share * 100}%` }} />
      </div>
      <p class="waiting-times small soft">
        <span>
          {texts.generate.elapsed} <time class="numbers">{clock}</time>
        </span>
        {view && <span>{texts.generate.usual(formatUsualTime(view.expectedSeconds, language))}</span>}
      </p>
    </div>
  );
}

/** Asks first: what has been waited for is lost. */
function CancelButton() {
  const { texts, renders, status } = useWholeApp();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    const isCancelled = await renders.cancel();
    status.toast(isCancelled ? texts.generate.cancelled : texts.generate.cancelFailed);
    setIsBusy(false);
    setIsAsking(false);
  };
  const { cancelTitle, cancelText, cancelConfirm, cancelKeep } = texts.generate;
  return (
    <div>
      <Button onClick={() => setIsAsking(true)}>{texts.generate.cancel}</Button>
      {isAsking && (
        <Sheet
          title={cancelTitle}
          closeName={texts.shell.close}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button kind="danger" busy={isBusy} onClick={cancel}>
                {cancelConfirm}
              </Button>
              <Button onClick={() => setIsAsking(false)}>{cancelKeep}</Button>
            </>
          }
        >
          <p class="soft">{cancelText}</p>
        </Sheet>
      )}
    </div>
  );
}
