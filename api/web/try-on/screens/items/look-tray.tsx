import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../design/components/button.tsx';
import { Image } from '../../../design/components/image.tsx';
import { CheckoutButton } from '../../checkout/checkout-button.tsx';
import { followedRender, isOpen } from '../../state/app-state.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { LookSheet } from './look-sheet.tsx';
import './look-tray.css';

/** Shows the look with its price and the button that starts the render. */
export function LookTray() {
  const { state, texts, renders } = useWholeApp();
  const { length } = state.look;
  return (
    <Tray>
      {state.paused ? (
        <CheckoutButton entries={state.look} />
      ) : (
        <Button kind="primary" disabled={length === 0} onClick={() => void renders.start()}>
          {texts.items.tryOn(Math.max(1, length))}
        </Button>
      )}
    </Tray>
  );
}

/** Shows the look and its price beside the given buttons. */
export function Tray({ children }: { children: ComponentChildren }) {
  const { state, texts, language } = useWholeApp();
  const { look } = state;
  const [isOpened, setOpened] = useState(false);
  const total = totalPrice(look);
  return (
    <section class="action-bar tray" aria-label={texts.items.look}>
      <OpenRender />
      <div class="tray-end">
        {look.length > 0 && (
          <button
            type="button"
            class="tray-items"
            aria-haspopup="dialog"
            aria-label={texts.items.editLook(look.length)}
            onClick={() => setOpened(true)}
          >
            {look.map((entry) => (
              <span key={lookKey(entry)} class="tray-item">
                <Image image={entry.image} alt="" sizes="56px" eager />
              </span>
            ))}
          </button>
        )}
        <p class="small tray-sum">
          {texts.shell.items(look.length)}
          {total && <strong class="numbers"> · {formatMoney(total, language)}</strong>}
        </p>
        {children}
      </div>
      {isOpened && <LookSheet onClose={() => setOpened(false)} />}
    </section>
  );
}

/** The way back to an image that is made, or that has become ready, while the shopper browses. */
function OpenRender() {
  const { state, texts, dispatch } = useWholeApp();
  const view = followedRender(state);
  if (!view || (!isOpen(view) && !view.result)) return null;
  const screen = view.result ? 'result' : 'generate';
  return (
    <p class="tray-open small">
      {view.result ? texts.items.ready : texts.items.open}
      <Button kind="quiet" onClick={() => dispatch({ type: 'screen-wanted', screen })}>
        {texts.items.view}
      </Button>
    </p>
  );
}
