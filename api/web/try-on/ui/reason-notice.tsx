import type { IconNode } from 'lucide';
import { CalendarClock, CircleAlert, CloudOff, ImageOff, PackageX, RotateCcw } from 'lucide';
import { Button, ButtonLink } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import type { Reason } from '../state/reason.ts';
import { useApp } from './app-context.ts';
import { type Remedy, remedies } from './remedies.ts';

interface Props {
  reason: Reason;
  /** Instead of those of the reason's table. */
  offered?: readonly Remedy[];
  onTryAgain?: () => void;
}

const icons: Partial<Record<Reason, IconNode>> = {
  offline: CloudOff,
  visitor_limit: CalendarClock,
  store_limit: CalendarClock,
  insufficient_credits: CalendarClock,
  generation_failed: ImageOff,
  product_gone: PackageX,
  no_product_images: PackageX,
};

/** Why something did not work, in words for shoppers, with what helps. */
export function ReasonNotice({ reason, offered = remedies[reason], onTryAgain }: Props) {
  const { texts } = useApp();
  const { title, text } = texts.reasons[reason];
  return (
    <Notice icon={icons[reason] ?? CircleAlert} title={title} text={text} level={1}>
      {offered.map((remedy, index) => (
        <RemedyButton
          key={remedy}
          remedy={remedy}
          isFirst={index === 0}
          {...(onTryAgain && { onTryAgain })}
        />
      ))}
    </Notice>
  );
}

interface RemedyProps {
  remedy: Remedy;
  isFirst: boolean;
  onTryAgain?: () => void;
}

function RemedyButton({ remedy, isFirst, onTryAgain }: RemedyProps) {
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
