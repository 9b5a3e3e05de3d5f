import { readPlacements } from '../../shared/renders/placement.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { readProgress } from '../../shared/renders/render-signals.ts';
import { toShownState } from '../../shared/renders/states.ts';
import type { SignedImages } from '../../shared/secrets/signed-images.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { LookItem, TryOnView } from '../../shared/try-on/contract.ts';
import { queuePosition } from '../visualize/queue-position.ts';
import { failureOfRender } from './failure-reason.ts';
import { imagePaths } from './image-views.ts';
import type { TryOnRender } from './own-renders.ts';
import { viewAgain } from './second-attempt.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

export type ViewDependencies = Pick<
  TryOnDependencies,
  'connection' | 'queues' | 'prefix' | 'signed' | 'expectedSeconds' | 'caps'
>;

/** Returns a render as its shopper sees it now. */
export async function tryOnView(
  dependencies: ViewDependencies,
  store: StoreDoc,
  render: TryOnRender,
): Promise<TryOnView> {
  const [position, progress] = await Promise.all([
    queuePosition(dependencies, render),
    readShare(dependencies, render),
  ]);
  return {
    id: render._id,
    state: toShownState(render.state),
    position: position ?? null,
    progress,
    createdAt: render.createdAt.toISOString(),
    startedAt: render.startedAt?.toISOString() ?? null,
    endedAt: render.endedAt?.toISOString() ?? null,
    expectedSeconds: await dependencies.expectedSeconds(render, position),
    photo: toPhotoView(dependencies.signed, store, render),
    items: toItems(render),
    leftOut: listLeftOut(render),
    result: toResultView(dependencies.signed, store, render),
    again: await viewAgain(dependencies.caps, store, render),
    failure: failureOfRender(render),
  };
}

const toItems = ({ tryOn }: TryOnRender): LookItem[] =>
  tryOn.items.map(({ productId, variantId = null }) => ({ productId, variantId }));

/** Lists the items that are not in the image, as far as the provider reports it. */
function listLeftOut(render: TryOnRender): LookItem[] {
  const placements = readPlacements(render.report) ?? [];
  return toItems(render).filter((_, at) => placements[at] === 'left out');
}

/** Reads the largest share that the worker has reported: one provider after another begins at 0. */
async function readShare(
  { connection, prefix }: ViewDependencies,
  { _id, state }: RenderDoc,
): Promise<number | null> {
  if (state !== 'running') return null;
  const events = await readProgress(connection, { prefix }, _id, 0);
  const shares = events.flatMap(({ share }) => (share === undefined ? [] : [Math.min(1, share)]));
  return shares.length === 0 ? null : Math.round(Math.max(...shares) * 100) / 100;
}

/** The photo has the pixels of the scene; null once it was deleted. */
function toPhotoView(
  signed: SignedImages,
  store: Pick<StoreDoc, 'slug'>,
  { scene, tryOn: { photo } }: TryOnRender,
): TryOnView['photo'] {
  if (!photo) return null;
  const path = imagePaths[photo.kind === 'upload' ? 'photo' : 'model'](store, photo.id);
  const url = photo.kind === 'upload' ? signed.sign(path) : path;
  return { kind: photo.kind, id: photo.id, url, width: scene.width, height: scene.height };
}

function toResultView(
  signed: SignedImages,
  store: Pick<StoreDoc, 'slug'>,
  { _id, state, result, imageDeletedAt }: RenderDoc,
): TryOnView['result'] {
  if (state !== 'succeeded' || !result || imageDeletedAt) return null;
  return { url: signed.sign(imagePaths.result(store, _id)), width: result.width, height: result.height };
}
