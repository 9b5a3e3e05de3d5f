import { CheckoutButton } from '../../checkout/checkout-button.tsx';
import { isClosed, type Reason } from '../../state/reason.ts';
import { useApp } from '../../ui/app-context.ts';
import { remedies } from '../../ui/remedies.ts';
import { RemedyButton } from '../../ui/remedy-button.tsx';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { TryingOn } from '../../ui/trying-on.tsx';

/** The reason why there is no image, with its remedies, and the items, which can be bought without one. */
export function Failure({ reason, onTryAgain }: { reason: Reason; onTryAgain: () => void }) {
  const { state, texts } = useApp();
  const { title, text } = texts.reasons[reason];
  const isBuyingFirst = isClosed(reason) && state.look.length > 0;
  const ways = remedies[reason].map((remedy, index) => (
    <RemedyButton
      key={remedy}
      remedy={remedy}
      isFirst={index === 0 && !isBuyingFirst}
      onTryAgain={onTryAgain}
    />
  ));
  const checkout = (
    <CheckoutButton key="buy" entries={state.look} kind={isBuyingFirst ? 'primary' : 'secondary'} />
  );
  return (
    <>
      <ScreenHeading text={title} lead={text} />
      <TryingOn />
      <div class="failure-ways">{isBuyingFirst ? [checkout, ways] : [ways, checkout]}</div>
    </>
  );
}
