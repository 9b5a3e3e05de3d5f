import { CircleAlert } from 'lucide';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import { PhotoScreen } from '../screens/photo/photo-screen.tsx';
import type { Screen } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import { useApp } from '../ui/app-context.ts';
import { LiveStatus } from '../ui/live-status.tsx';
import { ReasonNotice } from '../ui/reason-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyScreen } from './lazy-screen.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** The first screen is part of the first download; each other one is a file of its own. */
const lazyScreens: Record<Exclude<Screen, 'photo'> | 'flow' | 'paused', () => Promise<ComponentType>> = {
  shared: async () => (await import('../screens/shared-look/shared-screen.tsx')).SharedScreen,
  items: async () => (await import('../screens/items/items-screen.tsx')).ItemsScreen,
  flow: async () => (await import('../screens/flow/flow-screen.tsx')).FlowScreen,
  generate: async () => (await import('../screens/generate/generate-screen.tsx')).GenerateScreen,
  paused: async () => (await import('../screens/paused/paused-screen.tsx')).PausedScreen,
  result: async () => (await import('../screens/result/result-screen.tsx')).ResultScreen,
};

/** The frame around every screen. */
export function Shell() {
  const { state, texts } = useApp();
  useEffect(() => {
    if (state.session.status === 'ready') whenIdle(() => void preloadScreens());
  }, [state.session.status]);
  return (
    <div class="shell">
      <TopBar />
      <main class={`main main-${state.screen}`}>
        <ErrorBoundary key={state.screen} fallback={<Unexpected title={texts.shell.unexpected} />}>
          <CurrentScreen />
        </ErrorBoundary>
      </main>
      <LiveStatus />
    </div>
  );
}

function CurrentScreen() {
  const { state, retrySession } = useApp();
  if (state.session.status === 'failed') {
    return (
      <ReasonNotice
        reason={state.session.reason}
        offered={['tryAgain', 'backToShop']}
        onTryAgain={retrySession}
      />
    );
  }
  if (state.paused && state.screen === 'photo') return <LazyScreen key="paused" load={lazyScreens.paused} />;
  if (state.screen === 'photo') return <PhotoScreen />;
  const screen = state.screen === 'items' && activeFlow(state) ? 'flow' : state.screen;
  return <LazyScreen key={screen} load={lazyScreens[screen]} />;
}

function Unexpected({ title }: { title: string }) {
  const { texts } = useApp();
  return (
    <Notice icon={CircleAlert} title={title} text={texts.reasons.unavailable.text} level={1}>
      <Button kind="primary" onClick={() => location.reload()}>
        {texts.shell.reload}
      </Button>
    </Notice>
  );
}

/** Before they are needed, so that a change of screen takes no time; a failure is seen when the screen is wanted. */
function preloadScreens() {
  return Promise.allSettled(Object.values(lazyScreens).map((load) => load()));
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 1000);
}
