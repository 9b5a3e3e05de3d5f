import type { IconNode } from 'lucide';
import { CalendarClock, CircleAlert, CloudOff } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Notice } from '../../design/components/notice.tsx';
import type { Reason } from '../state/reason.ts';
import { useApp } from './app-context.ts';
import { type Remedy, remedies } from './remedies.ts';
import { RemedyButton } from './remedy-button.tsx';

interface Props {
  reason: Reason;
  /** Instead of those of the reason's table. */
  offered?: readonly Remedy[];
  onTryAgain?: () => void;
  /** Before what is offered. */
  children?: ComponentChildren;
}

const icons: Partial<Record<Reason, IconNode>> = {
  offline: CloudOff,
  visitor_limit: CalendarClock,
  store_limit: CalendarClock,
  insufficient_credits: CalendarClock,
};

/** The reason of a failure in words for shoppers, with its remedies. */
export function ReasonNotice({ reason, offered = remedies[reason], onTryAgain, children }: Props) {
  const { texts } = useApp();
  const { title, text } = texts.reasons[reason];
  return (
    <Notice icon={icons[reason] ?? CircleAlert} title={title} text={text} level={1}>
      {children}
      {offered.map((remedy, index) => (
        <RemedyButton
          key={remedy}
          remedy={remedy}
          isFirst={index === 0 && !children}
          {...(onTryAgain && { onTryAgain })}
        />
      ))}
    </Notice>
  );
}
