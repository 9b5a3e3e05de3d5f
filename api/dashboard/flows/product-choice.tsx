import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Icon } from '../../web/design/components/icon.tsx';
import { CellNote } from '../../web/design/components/table.tsx';
import { GripVertical } from '../../web/design/icons.ts';
import { ProductThumbnail } from '../catalog/product-thumbnail.tsx';
import { type StepDraft, toField } from './flow-draft.ts';
import type { ChosenProduct, StepChoices } from './step-choices.ts';

interface Props {
  step: StepDraft;
  index: number;
  choices: StepChoices;
}

/** The products of a step in their order, and a search for more of them. */
export function ProductChoice({ step, index, choices: { chosen, found } }: Props) {
  const { key, products, search } = step;
  return (
    <>
      <input type="hidden" name={toField(index, 'products')} value={products.join(',')} />
      {chosen.length > 0 && (
        <ol class="product-list" data-order={`move:${index}`} aria-label={`Products of step ${index + 1}`}>
          {chosen.map((product, at) => (
            <li key={product.id} id={`step-${key}-product-${product.id}`}>
              <span class="drag-handle" draggable={true} aria-hidden="true" title="Drag to another place">
                <Icon icon={GripVertical} size={16} />
              </span>
              <ProductName {...product} />
              <ProductButton
                {...toButton(step, product, 'up', `move:${index}:${at}:${at - 1}`)}
                disabled={at === 0}
              >
                Up
              </ProductButton>
              <ProductButton
                {...toButton(step, product, 'down', `move:${index}:${at}:${at + 1}`)}
                disabled={at === chosen.length - 1}
              >
                Down
              </ProductButton>
              <ProductButton {...toButton(step, product, 'remove', `remove:${index}:${at}`)}>
                Remove
              </ProductButton>
            </li>
          ))}
        </ol>
      )}
      <div class="filters">
        <TextField
          id={`step-${key}-search`}
          label="Search the catalog"
          name={toField(index, 'search')}
          type="search"
          maxLength={200}
          autocomplete="off"
          value={search}
        />
        <Button type="submit" name="do" value="search" formNoValidate data-live>
          Search
        </Button>
      </div>
      {found && (
        <ul class="product-list" aria-label={`Found for step ${index + 1}`}>
          {found.length === 0 && <li class="soft">No product has these words.</li>}
          {found.map((product) => (
            <li key={product.id} id={`step-${key}-found-${product.id}`}>
              <ProductName {...product} />
              {products.includes(product.id) ? (
                <span class="soft">Chosen</span>
              ) : (
                <ProductButton {...toButton(step, product, 'add', `add:${index}:${product.id}`)}>
                  Add
                </ProductButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ProductName({ id, card }: ChosenProduct) {
  return (
    <span class="with-thumbnail">
      <ProductThumbnail image={card?.image ?? null} />
      <span>
        {card?.title ?? 'Not in the catalog'}
        <CellNote>
          {card?.renderable === false ? 'Cannot be tried on: no image. ' : ''}
          <code>{id}</code>
        </CellNote>
      </span>
    </span>
  );
}

interface ButtonProps {
  id: string;
  value: string;
  /** Of the product, for assistive technology. */
  title: string;
  /** Id of what has the focus when the button is gone. */
  next: string;
  disabled?: boolean;
  children: string;
}

const toButton = ({ key }: StepDraft, { id, card }: ChosenProduct, name: string, value: string) => ({
  ...{ id: `step-${key}-${name}-${id}`, value, title: card?.title ?? id, next: `step-${key}-search` },
});

const ProductButton = ({ id, value, title, next, disabled = false, children }: ButtonProps) => (
  <Button
    id={id}
    type="submit"
    kind="quiet"
    name="do"
    value={value}
    formNoValidate
    disabled={disabled}
    aria-label={`${children} ${title}`}
    data-live
    data-next={next}
  >
    {children}
  </Button>
);
