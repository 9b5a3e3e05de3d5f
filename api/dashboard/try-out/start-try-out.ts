import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidInput } from '../../../shared/errors.ts';
import { newId, sha256Hex } from '../../../shared/ids.ts';
import { imageLimits } from '../../../shared/images/inspect.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { ModelPhotoDoc } from '../../../shared/try-on/model-photo-model.ts';
import { saveUpload } from '../../files/save-upload.ts';
import { signalOfCaller } from '../../http/caller-gone.ts';
import { type FormValues, readAttempt } from '../../http/form.ts';
import { getContext } from '../../http/request-context.ts';
import type { ImageReference, RenderCaller } from '../../renders/render-order.ts';
import { startUnattended } from '../../renders/start-unattended.ts';
import { orderProducts } from '../../try-on/look-products.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import type { StoreCall } from '../store-call.ts';

/** Returns the key under which the try-outs of a store are kept: they are none of its shoppers'. */
export const tryOutKey = ({ slug }: Pick<StoreDoc, 'slug'>): string => `dashboard:${slug}`;

interface TryOutForm {
  fields: FormValues;
  /** Of a photo that was uploaded; absent: one of the store's is meant. */
  photo?: Buffer;
}

/** Reads the form of a try-out. @throws ApiError INVALID_INPUT */
export async function readTryOutForm(
  { spoolDir, config }: Pick<DashboardDependencies, 'spoolDir' | 'config'>,
  { req, res }: StoreCall,
): Promise<TryOutForm> {
  if (!req.is('multipart/form-data')) throw invalidInput('photo', 'is missing; choose one.');
  const path = join(spoolDir, newId('photo'));
  const limits = { config, signal: signalOfCaller(res), maxBytes: imageLimits.maxBytes, tooLarge };
  try {
    const { fields } = await saveUpload(req, path, limits);
    // Browsers send an empty file where none was chosen.
    const { size } = await stat(path);
    return { fields, ...(size > 0 && { photo: await readFile(path) }) };
  } finally {
    await rm(path, { force: true });
  }
}

const tooLarge = () => invalidInput('photo', 'is larger than 8 MB; send it scaled down.');

/**
 * Renders one product of the store into a photo, for its merchant: like every render, it costs the account one credit
 * once it succeeds, and as a test nothing.
 * @throws ApiError of a render that cannot start
 */
export async function startTryOut(
  dependencies: Pick<DashboardDependencies, 'core' | 'blobs' | 'modelPhotos' | 'config'>,
  { res, store, person }: StoreCall,
  form: TryOutForm,
): Promise<RenderDoc> {
  const { core, config } = dependencies;
  const { product = '', variant = '', mode } = form.fields;
  const items = [{ productId: product, variantId: variant || null }];
  const [scene, products] = await Promise.all([
    readScene(dependencies, store, form),
    orderProducts(core.catalog, store, items),
  ]);
  const { requestId, receivedAt } = getContext(res);
  const identity = {
    key: `try-out.${readAttempt(form.fields)}`,
    fingerprint: sha256Hex(JSON.stringify([product, variant, scene.sha256])),
  };
  const caller: Omit<RenderCaller, 'signal'> = {
    key: { _id: tryOutKey(store), account: person.account.id, mode: mode === 'test' ? 'test' : 'live' },
    ...{ kind: 'key', requestId, receivedAt, idempotencyKey: identity.key },
  };
  const deadlineAt = receivedAt + config.RENDER_DEADLINE_SECONDS * 1000;
  return startUnattended(
    core,
    { scene, products, idempotency: identity, deadlineAt, webhook: 'none' },
    caller,
  );
}

async function readScene(
  { modelPhotos, blobs }: Pick<DashboardDependencies, 'blobs' | 'modelPhotos'>,
  store: StoreDoc,
  { photo, fields }: TryOutForm,
): Promise<ImageReference & { sha256: string }> {
  if (photo) return { field: 'photo', kind: 'inline', data: photo, sha256: sha256Hex(photo) };
  const model = await modelPhotos
    .findOne({ _id: fields.model ?? '', store: store._id })
    .lean<ModelPhotoDoc>();
  if (!model) throw invalidInput('photo', 'is missing; choose a model photo, or a file.');
  const data = await blobs.get(model.image.blob, { maxBytes: imageLimits.maxBytes });
  return { field: 'photo', kind: 'stored', data, sha256: sha256Hex(data) };
}
