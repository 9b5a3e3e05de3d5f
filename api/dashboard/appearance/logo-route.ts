import { ApiError, invalidInput } from '../../../shared/errors.ts';
import { toImageFailure } from '../../files/image-file-limit.ts';
import type { FormErrors } from '../../http/form.ts';
import { formFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther } from '../../identity/send-page.ts';
import { receiveLogo } from '../../stores/logo-routes.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { access, base, sendAppearance, toDone } from './send-appearance.ts';

export const postLogo = defineRoute({
  ...formFacts,
  id: 'saveLogoByForm',
  path: `${base}/logo`,
  access,
  summary: 'Save the logo of a store',
  failures: ['INVALID_INPUT', 'RATE_LIMITED'],
  toFailure: toImageFailure,
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, res, store } = call;
    if (!req.is('multipart/form-data')) throw invalidInput('file', 'is missing; choose an image.');
    const saved = await receiveLogo(dependencies, call).catch(toErrors);
    if (!('blob' in saved))
      return await sendAppearance(dependencies, call, { sent: { form: 'logo', errors: saved } });
    seeOther(res, toDone(store, 'logo'));
  },
});

/** @throws the error itself, when it is not about the image */
function toErrors(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  return { logo: `The ${error.message}` };
}
