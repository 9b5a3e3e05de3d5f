import { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { visibleModes } from '../http/authenticate.ts';

/**
 * Finds the render with that id which the key may see.
 * @throws ApiError NOT_FOUND; a render of another account, and for a test key a live one, is reported like one that
 * does not exist.
 */
export async function findOwnRender(renders: RenderModel, key: ApiKeyDoc, id: string): Promise<RenderDoc> {
  const render = await renders
    .findOne({ _id: id, account: key.account, ...visibleModes(key) })
    .lean<RenderDoc>();
  if (render) return render;
  throw new ApiError('NOT_FOUND', 'There is no such render under this account; renders are kept 90 days.');
}

/** The account that pays for a try-on sees its record, and never the image of the shopper. */
export const isOfShopper = ({ tryOn }: RenderDoc) => tryOn !== undefined;
