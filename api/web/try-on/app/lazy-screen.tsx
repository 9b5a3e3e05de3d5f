import { CloudOff } from 'lucide';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import { useApp } from '../ui/app-context.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Renders a screen that is downloaded when it is needed first. */
export function LazyScreen({ load }: { load: () => Promise<ComponentType> }) {
  const { texts, wholeTexts } = useApp();
  const [loaded, setLoaded] = useState<{ Screen: ComponentType } | 'failed' | null>(null);
  useEffect(() => {
    Promise.all([load(), wholeTexts]).then(
      ([Screen]) => setLoaded({ Screen }),
      () => setLoaded('failed'),
    );
  }, [load, wholeTexts]);
  if (loaded === null) return <LoadingScreen />;
  if (loaded !== 'failed') return <loaded.Screen />;
  const { title, text } = texts.reasons.offline;
  return (
    <Notice icon={CloudOff} title={title} text={text} level={1}>
      <Button kind="primary" onClick={() => location.reload()}>
        {texts.shell.reload}
      </Button>
    </Notice>
  );
}
