import { ExternalLink } from 'lucide';
import { maxQuantity } from '../../../../shared/try-on/checkout.ts';
import { ButtonLink } from '../../design/components/button.tsx';
import { Image } from '../../design/components/image.tsx';
import type { Choice } from '../catalog/variants.ts';
import { formatMoney } from '../texts/formats.ts';
import { useWholeApp } from '../ui/app-context.ts';
import { boughtTotal, type CheckoutLine, type Quantities } from './checkout-line.ts';
import { LineOptions } from './line-options.tsx';
import './checkout.css';

interface Props {
  lines: readonly CheckoutLine[];
  quantities: Quantities;
  onChange: (key: string, quantity: number) => void;
  onChoose: (key: string, choice: Choice) => void;
}

/** The items below each other, each with its quantity, or why it cannot be bought. */
export function CheckoutLines({ lines, quantities, onChange, onChoose }: Props) {
  const { texts, language } = useWholeApp();
  const left = lines.filter(({ state }) => state === 'sold-out' || state === 'gone').length;
  const total = boughtTotal(lines, quantities);
  return (
    <>
      {left > 0 && left < lines.length && <p class="checkout-note">{texts.checkout.leftOut(left)}</p>}
      {left === lines.length && <p class="checkout-note">{texts.checkout.nothing}</p>}
      <ul class="checkout-lines">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            quantity={quantities[line.key] ?? 1}
            onChange={(quantity) => onChange(line.key, quantity)}
            onChoose={(choice) => onChoose(line.key, choice)}
          />
        ))}
      </ul>
      {total && (
        <p class="checkout-total">
          <span>{texts.items.total}</span>
          <strong class="numbers">{formatMoney(total, language)}</strong>
        </p>
      )}
    </>
  );
}

interface LineProps {
  line: CheckoutLine;
  quantity: number;
  onChange: (quantity: number) => void;
  onChoose: (choice: Choice) => void;
}

function Line({ line, quantity, onChange, onChoose }: LineProps) {
  const { texts, language, bootstrap } = useWholeApp();
  const { title, variantTitle, image, price, state, url } = line;
  const isAvailable = state === 'available' || state === 'open';
  return (
    <li class={`checkout-line ${isAvailable ? '' : 'checkout-line-out'}`}>
      <div class="checkout-thumb">
        <Image image={image} alt="" sizes="64px" eager />
      </div>
      <div class="checkout-words">
        <p>
          <bdi>{title}</bdi>
        </p>
        {bootstrap.store.checkout && line.product ? (
          <LineOptions product={line.product} choice={line.choice} onChoose={onChoose} title={title} />
        ) : (
          variantTitle && (
            <p class="small soft">
              <bdi>{variantTitle}</bdi>
            </p>
          )
        )}
        {isAvailable
          ? price && <p class="small soft numbers">{formatMoney(price, language)}</p>
          : state === 'sold-out' && <p class="small checkout-out">{texts.items.soldOut}</p>}
        {state === 'gone' && <p class="small checkout-out">{texts.checkout.gone}</p>}
        {!bootstrap.store.checkout && url && (
          <ButtonLink kind="quiet" icon={ExternalLink} href={url} target="_blank">
            {texts.checkout.viewItem(title)}
          </ButtonLink>
        )}
      </div>
      {bootstrap.store.checkout && isAvailable && (
        <select
          class="checkout-select checkout-quantity numbers"
          aria-label={texts.checkout.quantity(title)}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice} selected={choice === quantity}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

const choices = Array.from({ length: maxQuantity }, (_, index) => index + 1);
