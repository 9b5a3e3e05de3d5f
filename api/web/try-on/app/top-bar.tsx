import { ArrowLeft, X } from 'lucide';
import { IconButton } from '../../design/components/button.tsx';
import type { Screen } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import { useApp } from '../ui/app-context.ts';

/** Target of each screen's Back button; in a guided flow the previous step comes first. */
const backFrom: Record<Screen, Screen | null> = {
  shared: null,
  photo: null,
  items: 'photo',
  generate: 'items',
  result: 'items',
};

/** The store's name or logo, the way back, and the close button of a dialog. */
export function TopBar() {
  const { state, texts, bootstrap, dispatch, close } = useApp();
  const step = state.screen === 'items' ? (activeFlow(state)?.step ?? 0) - 1 : -1;
  const isBegun = state.screen === 'photo' && state.sharedLook.status === 'ready';
  const back = step >= 0 ? 'items' : isBegun ? 'shared' : backFrom[state.screen];
  return (
    <header class="top-bar">
      {back && (
        <IconButton
          icon={ArrowLeft}
          directional
          name={texts.shell.back}
          onClick={() => dispatch({ type: 'screen-wanted', screen: back, step })}
        />
      )}
      <Brand storefrontUrl={bootstrap.embedded ? null : bootstrap.store.storefrontUrl} />
      {close && <IconButton class="top-bar-close" icon={X} name={texts.shell.close} onClick={close} />}
    </header>
  );
}

function Brand({ storefrontUrl }: { storefrontUrl: string | null }) {
  const { texts, bootstrap } = useApp();
  const { name, logo } = bootstrap.store;
  const mark = logo ? <img class="brand-logo" src={logo} alt={name} /> : name;
  if (!storefrontUrl) return <span class="brand">{mark}</span>;
  return (
    <a class="brand" href={storefrontUrl} aria-label={texts.shell.backToShop(name)}>
      {mark}
    </a>
  );
}
