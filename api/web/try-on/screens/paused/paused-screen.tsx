import { CheckoutButton } from '../../checkout/checkout-button.tsx';
import { useApp } from '../../ui/app-context.ts';
import { ReasonNotice } from '../../ui/reason-notice.tsx';
import { TryingOn } from '../../ui/trying-on.tsx';

/** The reason why no image can be made now; the items can be looked at and bought. */
export function PausedScreen() {
  const { state } = useApp();
  return (
    <>
      <TryingOn />
      <ReasonNotice reason={state.paused ?? 'unavailable'} offered={['browse', 'backToShop']}>
        {state.look.length > 0 && <CheckoutButton entries={state.look} />}
      </ReasonNotice>
    </>
  );
}
