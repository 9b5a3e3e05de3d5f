import { ApiError } from '../../../shared/errors.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { formFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import { sendImage } from '../../visualize/send-result.ts';
import { toProductPath } from '../catalog/catalog-page.tsx';
import { sendProduct } from '../catalog/send-product.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { readTryOutForm, startTryOut, tryOutKey } from './start-try-out.ts';

const access = 'merchant of the store';

const postTryOut = defineRoute({
  ...formFacts,
  id: 'tryOutByForm',
  path: '/dashboard/:slug/catalog/try-out',
  access,
  summary: 'Render a product of the store for its merchant',
  failures: ['INVALID_INPUT', 'NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const form = await readTryOutForm(dependencies, call);
    const { product = '' } = form.fields;
    const render = await startTryOut(dependencies, call, form).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return error;
    });
    if (render instanceof ApiError)
      return sendProduct(dependencies, call, { id: product, mistake: render.message });
    await recordChange(dependencies, call, {
      action: 'product.try-out',
      after: { product, render: render._id, mode: render.mode },
    });
    seeOther(call.res, `${toProductPath(call.store, product)}&render=${render._id}#try-out`);
  },
});

const getImage = defineRoute({
  id: 'getTryOutImage',
  method: 'get',
  path: '/dashboard/:slug/try-outs/:id/image',
  access,
  summary: 'Image of a try-out of a store',
  responses: { 200: { description: 'The image.' } },
  cache: 'private, max-age=3600',
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: async (dependencies: DashboardDependencies, { res, store, params }) => {
    const { renders } = dependencies;
    const owner = { account: store.account, keyId: tryOutKey(store) };
    const render = await renders.findOne({ _id: params.id, ...owner, state: 'succeeded' }).lean<RenderDoc>();
    if (!render) throw new ApiError('NOT_FOUND', 'The store has no such image.');
    await sendImage(res, dependencies, render, 'image/webp');
  },
});

/** A merchant's own renders of single products. */
export const tryOutPages = [postTryOut, getImage];
