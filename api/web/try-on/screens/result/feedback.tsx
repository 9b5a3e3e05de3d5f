import { Frown, RotateCcw } from 'lucide';
import { useState } from 'preact/hooks';
import {
  type FeedbackReason,
  feedbackReasons,
  type TryOnView,
} from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { canCreate, TryOnsLeft } from './create-again.tsx';
import './feedback.css';

interface Props {
  view: TryOnView;
  /** False while the look differs from the image: a new one is offered for that already. */
  canRepeat: boolean;
}

/** Asks what is not right in the image, and offers another attempt. */
export function Feedback({ view, canRepeat }: Props) {
  const { texts } = useWholeApp();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={Frown} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {texts.feedback.ask}
      </Button>
      {isOpen && <FeedbackSheet view={view} canRepeat={canRepeat} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FeedbackSheet({ view, canRepeat, onClose }: Props & { onClose: () => void }) {
  const { texts, api, renders, status } = useWholeApp();
  const [reasons, setReasons] = useState<readonly FeedbackReason[]>([]);
  const [sending, setSending] = useState<'not' | 'busy' | 'sent'>('not');
  const toggle = (reason: FeedbackReason) =>
    setReasons(reasons.includes(reason) ? reasons.filter((other) => other !== reason) : [...reasons, reason]);
  const send = async () => {
    setSending('busy');
    try {
      await api.putFeedback(view.id, { reasons: [...reasons] });
      setSending('sent');
      status.say(texts.feedback.thanks);
    } catch {
      setSending('not');
      status.toast(texts.feedback.failed);
    }
  };
  const isFree = view.again?.isFree === true;
  const isOffered = canRepeat && (isFree || canCreate(view));
  const repeat = () => {
    onClose();
    void renders.start(isFree ? view.id : undefined);
  };
  const isSent = sending === 'sent';
  const actions = isSent ? (
    <>
      {isOffered && (
        <Button kind="primary" icon={RotateCcw} wide onClick={repeat}>
          {isFree ? texts.feedback.againFree : texts.result.again}
        </Button>
      )}
      <Button kind="secondary" wide onClick={onClose}>
        {texts.items.done}
      </Button>
    </>
  ) : (
    <Button
      kind="primary"
      wide
      disabled={reasons.length === 0}
      busy={sending === 'busy'}
      onClick={() => void send()}
    >
      {texts.feedback.send}
    </Button>
  );
  return (
    <Sheet title={texts.feedback.title} closeName={texts.shell.close} onClose={onClose} actions={actions}>
      {isSent ? (
        <>
          <p>{texts.feedback.thanks}</p>
          {isOffered && <p class="soft">{isFree ? texts.feedback.free : texts.feedback.again}</p>}
          {isOffered && !isFree && <TryOnsLeft view={view} />}
        </>
      ) : (
        <ul class="feedback-reasons">
          {feedbackReasons.map((reason) => (
            <li key={reason}>
              <label>
                <input type="checkbox" checked={reasons.includes(reason)} onChange={() => toggle(reason)} />
                {texts.feedback.reasons[reason]}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
