import type { IconNode } from 'lucide';
import { CalendarClock, CircleAlert, CloudOff, ImageOff, PackageX, RotateCcw } from 'lucide';
import { Button, ButtonLink } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import type { Reason } from '../state/app-state.ts';
import { useApp } from './app-context.ts';
import { type NextStep, nextSteps } from './next-steps.ts';

interface Props {
  reason: Reason;
  /** Instead of those of the reason's table. */
  steps?: readonly NextStep[];
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

/** Why something did not work, in words for shoppers, with the steps that help. */
export function ReasonNotice({ reason, steps = nextSteps[reason], onTryAgain }: Props) {
  const { texts } = useApp();
  const { title, text } = texts.reasons[reason];
  return (
    <Notice icon={icons[reason] ?? CircleAlert} title={title} text={text} level={1}>
      {steps.map((step, index) => (
        <Step key={step} step={step} isFirst={index === 0} {...(onTryAgain && { onTryAgain })} />
      ))}
    </Notice>
  );
}

interface StepProps {
  step: NextStep;
  isFirst: boolean;
  onTryAgain?: () => void;
}

function Step({ step, isFirst, onTryAgain }: StepProps) {
  const { texts, dispatch } = useApp();
  const kind = isFirst ? 'primary' : 'secondary';
  if (step === 'backToShop') return <BackToShop kind={kind} />;
  if (step === 'tryAgain') {
    return (
      <Button kind={kind} icon={RotateCcw} {...(onTryAgain && { onClick: onTryAgain })}>
        {texts.steps.tryAgain}
      </Button>
    );
  }
  const screen = step === 'otherPhoto' ? 'photo' : 'items';
  return (
    <Button kind={kind} onClick={() => dispatch({ type: 'screen-wanted', screen })}>
      {texts.steps[step]}
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
