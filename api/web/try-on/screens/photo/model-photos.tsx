import type { ModelPhotoView, SceneKind } from '../../../../../shared/try-on/contract.ts';
import { Skeleton } from '../../../design/components/skeleton.tsx';
import { getScene } from '../../state/look.ts';
import { useApp } from '../../ui/app-context.ts';

/** Shown while the session loads: as many places as one row has. */
const placesWhileLoading = ['1', '2', '3'];

/** The store's own photos, for shoppers who want to use none of theirs. */
export function ModelPhotos() {
  const { state, texts, photos } = useApp();
  // Their order follows the items.
  const isLoading = state.session.status === 'loading' || (state.asked.items.length > 0 && !state.isRestored);
  if (!isLoading && state.models.length === 0) return null;
  const models = inOrderFor(getScene(state.look), state.models);
  return (
    <section>
      <h2 class="offers-title">{texts.photo.models}</h2>
      <ul class="models">
        {isLoading
          ? placesWhileLoading.map((place) => (
              <li key={place}>
                <Skeleton ratio="3 / 4" />
              </li>
            ))
          : models.map((model) => (
              <li key={model.id}>
                <button
                  type="button"
                  class="model"
                  aria-label={texts.photo.useModel(model.name)}
                  onClick={() => photos.useModel(model)}
                >
                  <img src={model.thumbnail} width={3} height={4} alt="" />
                </button>
              </li>
            ))}
      </ul>
    </section>
  );
}

/** Returns the photos that fit the look first, those of the other kind last, and else in the store's order. */
function inOrderFor(scene: SceneKind | null, models: ModelPhotoView[]): ModelPhotoView[] {
  const toRank = ({ kind }: ModelPhotoView) => (scene === null || kind === scene ? 0 : kind === null ? 1 : 2);
  return [...models].sort((one, other) => toRank(one) - toRank(other));
}
