import { RotateCcw } from 'lucide';
import { Button, ButtonLink } from '../../design/components/button.tsx';
import { useApp } from './app-context.ts';
import type { Remedy } from './remedies.ts';

interface Props {
  remedy: Remedy;
  isFirst: boolean;
  onTryAgain?: () => void;
}

/** A way on from what did not work. */
export function RemedyButton({ remedy, isFirst, onTryAgain }: Props) {
  const { texts, dispatch } = useApp();
  const kind = isFirst ? 'primary' : 'secondary';
  if (remedy === 'backToShop') return <BackToShop kind={kind} />;
  if (remedy === 'tryAgain') {
    return (
      <Button kind={kind} icon={RotateCcw} {...(onTryAgain && { onClick: onTryAgain })}>
        {texts.remedies.tryAgain}
      </Button>
    );
  }
  const screen = remedy === 'otherPhoto' ? 'photo' : 'items';
  return (
    <Button kind={kind} onClick={() => dispatch({ type: 'screen-wanted', screen })}>
      {texts.remedies[remedy]}
    </Button>
  );
}

/** Closes the dialog, or leads to the storefront; nothing where neither is known. */
function BackToShop({ kind }: { kind: 'primary' | 'secondary' }) {
  const { texts, bootstrap, close } = useApp();
  const { name, storefrontUrl } = bootstrap.store;
  const label = texts.shell.backToShop(name);
  if (close) {
    return (
      <Button kind={kind} onClick={close}>
        {label}
      </Button>
    );
  }
  return storefrontUrl ? (
    <ButtonLink kind={kind} href={storefrontUrl}>
      {label}
    </ButtonLink>
  ) : null;
}
