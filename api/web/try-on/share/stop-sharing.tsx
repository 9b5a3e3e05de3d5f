import { useState } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import { useWholeApp } from '../ui/app-context.ts';
import { Sheet } from '../ui/sheet.tsx';

interface Props {
  shortId: string;
  onEnded: () => void;
}

/** Takes a shared look back, after a question: its link cannot be made to work again. */
export function StopSharing({ shortId, onEnded }: Props) {
  const { texts, api, status } = useWholeApp();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const keep = () => setIsAsking(false);
  const stop = async () => {
    setIsBusy(true);
    try {
      await api.stopSharing(shortId);
      status.toast(texts.sharing.stopped);
      onEnded();
    } catch {
      status.toast(texts.sharing.stopFailed);
      setIsBusy(false);
      keep();
    }
  };
  const actions = (
    <>
      <Button kind="danger" wide busy={isBusy} onClick={() => void stop()}>
        {texts.sharing.stop}
      </Button>
      <Button kind="secondary" wide onClick={keep}>
        {texts.sharing.keep}
      </Button>
    </>
  );
  return (
    <>
      <Button kind="quiet" onClick={() => setIsAsking(true)}>
        {texts.sharing.stop}
      </Button>
      {isAsking && (
        <Sheet
          title={texts.sharing.stopQuestion}
          closeName={texts.shell.close}
          onClose={keep}
          actions={actions}
        >
          <p>{texts.sharing.stopText}</p>
        </Sheet>
      )}
    </>
  );
}
