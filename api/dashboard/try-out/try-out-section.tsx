import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { isTerminal } from '../../../shared/renders/states.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { ProductView } from '../../../shared/try-on/contract.ts';
import type { ModelPhotoDoc } from '../../../shared/try-on/model-photo-model.ts';
import { FormMistake, PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { modelPhotoView } from '../../try-on/image-views.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { Status, type Tone } from '../../web/design/components/status.tsx';
import { toStorePath } from '../dashboard-page.tsx';

export interface TryOut {
  photos: readonly ModelPhotoDoc[];
  /** Of this opening of the page: a form that is sent twice starts one render. */
  attempt: string;
  /** The one that was started last. */
  render?: RenderDoc | null;
  /** Why none could be started. */
  mistake?: string | undefined;
}

interface Props extends TryOut {
  store: StoreDoc;
  product: ProductView;
  token: string;
}

const modes = [
  { value: 'live', text: 'As shoppers get it: 1 credit once it succeeds' },
  { value: 'test', text: 'Test: the built-in renderer, which costs nothing' },
] as const;

/** Renders the product into a photo. */
export function TryOutSection({ store, product, token, attempt, photos, render, mistake }: Props) {
  const { productId, variants } = product;
  return (
    <RoomSection
      id="try-out"
      title="Try it out"
      lead="An image of this product alone. It is counted in no figure of the store, and forwarded nowhere."
    >
      <FormMistake text={mistake} />
      {render && <Result store={store} render={render} />}
      <PageForm
        action={toStorePath(store, 'catalog/try-out')}
        token={token}
        hidden={{ attempt, product: productId }}
        hasFile
      >
        {photos.length > 0 && <PhotoChoice store={store} photos={photos} />}
        <TextField
          id="try-out-file"
          label={photos.length > 0 ? 'Or a photo of yours' : 'Photo'}
          name="file"
          type="file"
          accept="image/*"
          required={photos.length === 0}
          help="At most 8 MB. It takes the place of a model photo."
        />
        {variants.length > 1 && (
          <Select
            id="try-out-variant"
            label="Variant"
            name="variant"
            options={variants.map(({ variantId, options }) => ({
              value: variantId,
              text: options.filter(Boolean).join(' / ') || variantId,
            }))}
          />
        )}
        <fieldset class="checks">
          <legend>Mode</legend>
          {modes.map(({ value, text }, index) => (
            <label key={value} class="check">
              <input type="radio" name="mode" value={value} checked={index === 0} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit">Create image</Button>
      </PageForm>
    </RoomSection>
  );
}

const PhotoChoice = ({ store, photos }: Pick<Props, 'store' | 'photos'>) => (
  <fieldset class="checks photo-choice">
    <legend>Model photo</legend>
    {photos.map((photo, index) => {
      const { id, name, thumbnail } = modelPhotoView(store, photo);
      return (
        <label key={id} class="check">
          <input type="radio" name="model" value={id} checked={index === 0} />
          <img class="thumbnail" src={thumbnail} alt="" loading="lazy" />
          <span>{name}</span>
        </label>
      );
    })}
  </fieldset>
);

const tones: Readonly<Record<string, Tone>> = { succeeded: 'success', failed: 'danger', expired: 'warning' };

/** Brought up to date while it is open (api/web/rooms/watch-renders.ts). */
function Result({ store, render }: Pick<Props, 'store'> & { render: RenderDoc }) {
  const { _id, state, mode, result, failure } = render;
  return (
    <div
      id="renders"
      class="card try-out"
      data-open-renders={!isTerminal(state) || undefined}
      aria-live="polite"
    >
      {result && state === 'succeeded' && (
        <img
          class="render-image"
          src={`${toStorePath(store, 'try-outs')}/${_id}/image`}
          width={result.width}
          height={result.height}
          alt="Scene with the product in it"
        />
      )}
      <p>
        <Status tone={tones[state] ?? 'neutral'}>{state}</Status> <span class="soft">· {mode}</span>
      </p>
      {failure && <p>{failure.message} Nothing was charged.</p>}
    </div>
  );
}
