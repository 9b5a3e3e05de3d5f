import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Icon } from '../../web/design/components/icon.tsx';
import { CellNote } from '../../web/design/components/table.tsx';
import { GripVertical } from '../../web/design/icons.ts';
import { ProductThumbnail } from '../catalog/product-thumbnail.tsx';
import { DraftButton } from './draft-button.tsx';
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
                {...{ step, product, name: 'up', value: `move:${index}:${at}:${at - 1}` }}
                disabled={at === 0}
              >
                Up
              </ProductButton>
              <ProductButton
                {...{ step, product, name: 'down', value: `move:${index}:${at}:${at + 1}` }}
                disabled={at === chosen.length - 1}
              >
                Down
              </ProductButton>
              <ProductButton {...{ step, product, name: 'remove', value: `remove:${index}:${at}` }}>
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
                <ProductButton {...{ step, product, name: 'add', value: `add:${index}:${product.id}` }}>
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

/** Names a variant by its options too: `Linen sofa, Blue`. */
function toTitle({ id, card }: ChosenProduct): string | undefined {
  if (!card) return undefined;
  const { title, productId, variantId, variantTitle } = card;
  return variantTitle !== null && id === `${productId}:${variantId}` ? `${title}, ${variantTitle}` : title;
}

function ProductName(product: ChosenProduct) {
  const { id, card } = product;
  return (
    <span class="with-thumbnail">
      <ProductThumbnail image={card?.image ?? null} />
      <span>
        {toTitle(product) ?? 'Not in the catalog'}
        <CellNote>
          {card?.renderable === false ? 'Cannot be tried on: no image. ' : ''}
          <code>{id}</code>
        </CellNote>
      </span>
    </span>
  );
}

interface ButtonProps {
  step: StepDraft;
  product: ChosenProduct;
  /** Of the button, in its id. */
  name: string;
  value: string;
  disabled?: boolean;
  children: string;
}

const ProductButton = ({ step: { key }, product, name, value, disabled = false, children }: ButtonProps) => (
  <DraftButton
    id={`step-${key}-${name}-${product.id}`}
    value={value}
    label={`${children} ${toTitle(product) ?? product.id}`}
    next={`step-${key}-search`}
    disabled={disabled}
  >
    {children}
  </DraftButton>
);
