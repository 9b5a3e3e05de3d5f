import { Skeleton } from '../../../design/components/skeleton.tsx';
import { useApp } from '../../ui/app-context.ts';

/** Shown while the session loads: as many places as one row has. */
const placesWhileLoading = ['1', '2', '3'];

/** The store's own photos, for shoppers who want to use none of theirs. */
export function ModelPhotos() {
  const { state, texts, photos } = useApp();
  const isLoading = state.session.status === 'loading';
  if (!isLoading && state.models.length === 0) return null;
  return (
    <section>
      <h2 class="offers-title">{texts.photo.models}</h2>
      <ul class="models">
        {isLoading &&
          placesWhileLoading.map((place) => (
            <li key={place}>
              <Skeleton ratio="3 / 4" />
            </li>
          ))}
        {state.models.map((model) => (
          <li key={model.id}>
            <button
              type="button"
              class="model"
              aria-label={texts.photo.useModel(model.name)}
              onClick={() => photos.useModel(model)}
            >
              <img src={model.url} width={model.width} height={model.height} alt="" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
