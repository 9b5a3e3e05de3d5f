import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import { TextField } from '../../design/components/field.tsx';
import { ImageField } from './image-field.tsx';
import { type Inputs, maxProducts, newProduct, type ProductInput } from './inputs.ts';
import type { Mode } from './run.ts';

/** A field of the request that is missing or was refused. */
export interface FieldProblem {
  /** Its path in the request. */
  field: string;
  message: string;
}

interface Props {
  inputs: Inputs;
  problem: FieldProblem | undefined;
  mode: Mode;
  isRunning: boolean;
  onInputs(inputs: Inputs): void;
  onMode(mode: Mode): void;
  onSample(): void;
  onSend(): void;
  onCancel(): void;
}

const modes = [
  { value: 'test', label: 'Test: built-in renderer, costs nothing' },
  { value: 'live', label: 'Live: 1 credit if it succeeds' },
] as const;

/** The scene, the products and the mode of a render. */
export function RequestForm(props: Props) {
  const { inputs, problem, mode, isRunning, onInputs, onMode, onSample, onSend, onCancel } = props;
  const { scene, products } = inputs;
  const change = (product: ProductInput) =>
    onInputs({ ...inputs, products: products.map((each) => (each.id === product.id ? product : each)) });
  return (
    <form
      class="playground-form"
      ref={useFocusOnProblem(problem)}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <fieldset>
        <legend>Scene</legend>
        <ImageField
          label="Scene"
          value={scene}
          error={getMessage(problem, 'sceneImage')}
          onChange={(image) => onInputs({ ...inputs, scene: image })}
        />
      </fieldset>
      {products.map((product, index) => (
        <ProductFields
          key={product.id}
          name={`Product ${index + 1}`}
          product={product}
          getError={(field) => getMessage(problem, `products[${index}].${field}`)}
          onChange={change}
          onRemove={
            products.length > 1 &&
            (() => onInputs({ ...inputs, products: products.filter(({ id }) => id !== product.id) }))
          }
        />
      ))}
      <p class="form-row">
        <Button
          disabled={products.length >= maxProducts}
          onClick={() => onInputs({ ...inputs, products: [...products, newProduct()] })}
        >
          Add product
        </Button>
        <Button onClick={onSample}>Use the sample</Button>
      </p>
      <fieldset class="checks">
        <legend>Mode</legend>
        {modes.map(({ value, label }) => (
          <label class="check" key={value}>
            <input type="radio" name="mode" checked={mode === value} onChange={() => onMode(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p class="form-row">
        <Button type="submit" kind="primary" busy={isRunning}>
          Render
        </Button>
        {isRunning && <Button onClick={onCancel}>Cancel</Button>}
      </p>
    </form>
  );
}

const getMessage = (problem: FieldProblem | undefined, path: string) =>
  problem?.field.startsWith(path) ? problem.message : undefined;

/** Takes the person to the first field that has to be changed. */
function useFocusOnProblem(problem: FieldProblem | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return form;
}

interface ProductProps {
  name: string;
  product: ProductInput;
  getError(field: string): string | undefined;
  onChange(product: ProductInput): void;
  onRemove: (() => void) | false;
}

function ProductFields({ name, product, getError, onChange, onRemove }: ProductProps) {
  const { title, category, image, productUrl } = product;
  const isPageAlone = image === '' && productUrl !== '';
  return (
    <fieldset>
      <legend>{name}</legend>
      <div class="playground-words">
        <TextField
          label={`${name}: title`}
          value={title}
          maxLength={500}
          placeholder="Arc floor lamp"
          error={getError('title')}
          onInput={({ currentTarget }) => onChange({ ...product, title: currentTarget.value })}
        />
        <TextField
          label={`${name}: category`}
          value={category}
          maxLength={200}
          placeholder="floor lamp"
          error={getError('category')}
          onInput={({ currentTarget }) => onChange({ ...product, category: currentTarget.value })}
        />
      </div>
      <ImageField
        label={name}
        value={image}
        error={isPageAlone ? undefined : getError('images')}
        onChange={(next) => onChange({ ...product, image: next })}
      />
      <TextField
        label={`${name}: or the URL of its page in a shop`}
        code
        inputMode="url"
        autocomplete="off"
        placeholder="https://shop.example/products/arc-lamp"
        help="If a catalog of this service has the page, its images are used; title and image may stay empty."
        value={productUrl}
        error={getError('productUrl') ?? (isPageAlone ? getError('images') : undefined)}
        onInput={({ currentTarget }) => onChange({ ...product, productUrl: currentTarget.value.trim() })}
      />
      {onRemove && (
        <Button kind="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      )}
    </fieldset>
  );
}
