import { ArrowLeftRight, X } from 'lucide';
import { IconButton } from '../../../design/components/button.tsx';
import { Picture } from '../../../design/components/picture.tsx';
import type { LookEntry } from '../../state/app-state.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useApp } from '../../ui/app-context.ts';

/** The items of the look with their prices; each can be swapped or removed. */
export function ResultItems() {
  const { state, texts, language } = useApp();
  const total = totalPrice(state.look);
  return (
    <section>
      <h2 class="result-title">{texts.result.items}</h2>
      <ul class="result-items">
        {state.look.map((entry) => (
          <Item key={lookKey(entry)} entry={entry} />
        ))}
      </ul>
      {total && state.look.length > 1 && (
        <p class="result-total">
          <span>{texts.items.total}</span>
          <strong class="numbers">{formatMoney(total, language)}</strong>
        </p>
      )}
    </section>
  );
}

function Item({ entry }: { entry: LookEntry }) {
  const { texts, language, dispatch, track } = useApp();
  const key = lookKey(entry);
  const swap = () => {
    dispatch({ type: 'replacement-asked', key });
    dispatch({ type: 'screen-wanted', screen: 'items' });
    track('Try On Edited', { action: 'swap' });
  };
  const remove = () => {
    dispatch({ type: 'item-removed', key });
    track('Try On Edited', { action: 'remove' });
  };
  return (
    <li class="result-item">
      <div class="result-thumb">
        <Picture image={entry.image} alt="" sizes="64px" eager />
      </div>
      <div class="result-words">
        <p>{entry.title}</p>
        {entry.price && <p class="small soft numbers">{formatMoney(entry.price, language)}</p>}
      </div>
      <IconButton icon={ArrowLeftRight} name={texts.result.swap(entry.title)} onClick={swap} />
      <IconButton icon={X} name={texts.result.remove(entry.title)} onClick={remove} />
    </li>
  );
}
