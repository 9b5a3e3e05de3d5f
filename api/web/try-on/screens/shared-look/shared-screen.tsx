import { CloudOff, Link2Off, RotateCcw } from 'lucide';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { useWholeApp } from '../../ui/app-context.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { SharedLook } from './shared-look.tsx';

/** The look that a link shows, or why it shows none. */
export function SharedScreen() {
  const { state, texts, sharedLooks } = useWholeApp();
  const { sharedLook } = state;
  if (sharedLook.status === 'ready')
    return <SharedLook look={sharedLook.look} entries={sharedLook.entries} />;
  if (sharedLook.status === 'failed') {
    return (
      <Notice
        icon={CloudOff}
        title={texts.shared.failed}
        text={texts.reasons[sharedLook.reason].text}
        level={1}
      >
        <Button kind="primary" icon={RotateCcw} onClick={sharedLooks.retry}>
          {texts.shell.retry}
        </Button>
        <Leave kind="secondary" />
      </Notice>
    );
  }
  if (sharedLook.status === 'gone') {
    return (
      <Notice icon={Link2Off} title={texts.shared.gone} text={texts.shared.goneText} level={1}>
        <Leave kind="primary" />
      </Notice>
    );
  }
  return <LoadingScreen />;
}

function Leave({ kind }: { kind: 'primary' | 'secondary' }) {
  const { texts, sharedLooks } = useWholeApp();
  return (
    <Button kind={kind} onClick={sharedLooks.leave}>
      {texts.shared.leave}
    </Button>
  );
}
