import { X } from 'lucide';
import { Button } from '../../../design/components/button.tsx';
import { Icon } from '../../../design/components/icon.tsx';
import { Picture } from '../../../design/components/picture.tsx';
import { useApp } from '../../app/app-context.ts';
import { followedRender, isOpen } from '../../state/app-state.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import './look-tray.css';

/** What is in the look, its price, and the button that creates the picture. */
export function LookTray() {
  const { state, texts, language, dispatch, renders } = useApp();
  const { look } = state;
  const total = totalPrice(look);
  return (
    <section class="action-bar tray" aria-label={texts.items.look}>
      <OpenRender />
      {look.length > 0 && (
        <ul class="tray-items">
          {look.map((entry) => (
            <li key={lookKey(entry)}>
              <button
                type="button"
                class="tray-item"
                aria-label={texts.items.remove(entry.title)}
                onClick={() => dispatch({ type: 'item-removed', key: lookKey(entry) })}
              >
                <Picture image={entry.image} alt="" sizes="56px" eager />
                <span class="tray-remove">
                  <Icon icon={X} size={16} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="tray-end">
        <p class="small">
          {texts.items.count(look.length)}
          {total && <strong> · {formatMoney(total, language)}</strong>}
        </p>
        <Button kind="primary" disabled={look.length === 0} onClick={() => void renders.start()}>
          {texts.items.tryOn(Math.max(1, look.length))}
        </Button>
      </div>
    </section>
  );
}

/** The way back to a picture that is made, or that has become ready, while the shopper browses. */
function OpenRender() {
  const { state, texts, dispatch } = useApp();
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
