import type { BlobStorage } from '../blobs/blob-storage.ts';
import { deleteImages } from '../renders/delete-images.ts';
import type { RenderDoc } from '../renders/render-model.ts';
import { isTerminal } from '../renders/states.ts';
import { cancelOpenRender, type WithdrawDependencies } from '../renders/withdraw-render.ts';
import { deletePhoto } from './delete-photo.ts';
import type { PhotoDoc, PhotoModel } from './photo-model.ts';
import type { SharedLookDoc, SharedLookModel } from './shared-look-model.ts';
import { revokeLook } from './shared-looks.ts';
import type { VisitorLinkModel } from './visitor-link-model.ts';
import { oneLink, unlinkVisitor } from './visitor-links.ts';

type Dependencies = WithdrawDependencies & {
  database: { photos: PhotoModel; sharedLooks: SharedLookModel; visitorLinks: VisitorLinkModel };
  blobs: BlobStorage;
};

export interface ErasedTryOns {
  photos: number;
  renders: number;
  looks: number;
  /** Further analytics ids that these visitors sent: whose they are is not proved, so their events are kept. */
  otherIds: string[];
}

const perPage = 100;

/**
 * Deletes the photos, the shared looks and all images of the try-ons of one analytics id of one store at once; open try-ons are cancelled
 * and not charged. The records of renders stay for the account, without their visitor. Only what the visitors of
 * that id have made: other ids of theirs keep their events, and are returned. Idempotent.
 */
export async function eraseTryOns(
  dependencies: Dependencies,
  store: string,
  analyticsId: string,
): Promise<ErasedTryOns> {
  const { visitorLinks } = dependencies.database;
  const erased: ErasedTryOns = { photos: 0, renders: 0, looks: 0, otherIds: [] };
  const others = new Set<string>();
  for (;;) {
    const link = await oneLink(visitorLinks, store, analyticsId);
    if (!link) break;
    const { visitor } = link;
    erased.renders += await eraseRenders(dependencies, store, visitor);
    // After the renders: what is shared meanwhile has its document before it copies their images.
    erased.looks += await eraseLooks(dependencies, store, visitor);
    erased.photos += await erasePhotos(dependencies, store, visitor);
    // Last, so that an interrupted erasure is retried.
    for (const id of await unlinkVisitor(visitorLinks, { store, visitor })) others.add(id);
  }
  others.delete(analyticsId);
  return { ...erased, otherIds: [...others].sort() };
}

async function eraseRenders(dependencies: Dependencies, store: string, visitor: string): Promise<number> {
  const { renders } = dependencies.database;
  for (let erased = 0; ; ) {
    const page = await renders
      .find({ 'tryOn.visitor': visitor, 'tryOn.store': store })
      .sort({ createdAt: -1 })
      .limit(perPage)
      .lean<RenderDoc[]>();
    for (const render of page) await eraseRender(dependencies, render);
    erased += page.length;
    if (page.length === 0) return erased;
  }
}

async function eraseRender(dependencies: Dependencies, found: RenderDoc): Promise<void> {
  const { database, blobs } = dependencies;
  const cancelled = isTerminal(found.state) ? null : await cancelOpenRender(dependencies, found._id);
  const render = cancelled ?? (await database.renders.findById(found._id).lean<RenderDoc>());
  if (!render) return;
  await deleteImages({ database, blobs }, render);
  await database.renders.updateOne({ _id: render._id }, { $unset: { 'tryOn.visitor': 1, 'tryOn.photo': 1 } });
}

async function eraseLooks(
  { database, blobs }: Dependencies,
  store: string,
  visitor: string,
): Promise<number> {
  const { sharedLooks } = database;
  for (let erased = 0; ; ) {
    const page = await sharedLooks.find({ store, visitor }).limit(perPage).lean<SharedLookDoc[]>();
    for (const look of page) await revokeLook({ sharedLooks, blobs }, look);
    erased += page.length;
    if (page.length === 0) return erased;
  }
}

async function erasePhotos(dependencies: Dependencies, store: string, visitor: string): Promise<number> {
  const { photos } = dependencies.database;
  for (let erased = 0; ; ) {
    const page = await photos.find({ store, visitor }).limit(perPage).lean<PhotoDoc[]>();
    for (const photo of page) await deletePhoto(dependencies, photo);
    erased += page.length;
    if (page.length === 0) return erased;
  }
}
