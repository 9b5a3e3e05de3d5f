import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, invalidInput } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { imageLimits } from '../../../shared/images/inspect.ts';
import { saveLogo } from '../../../shared/stores/store-logo.ts';
import { saveUpload } from '../../files/save-upload.ts';
import { signalOfCaller } from '../../http/caller-gone.ts';
import type { FormErrors } from '../../http/form.ts';
import { formFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { access, base, sendAppearance, toDone } from './send-appearance.ts';

export const postLogo = defineRoute({
  ...formFacts,
  id: 'saveLogoByForm',
  path: `${base}/logo`,
  access,
  summary: 'Save the logo of a store',
  failures: ['INVALID_INPUT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, res, store } = call;
    if (!req.is('multipart/form-data')) throw invalidInput('file', 'is missing; choose an image.');
    const { decoder, spoolDir, config } = dependencies;
    const path = join(spoolDir, newId('logo'));
    const signal = signalOfCaller(res);
    try {
      await saveUpload(req, path, { config, signal, maxBytes: imageLimits.maxBytes, tooLarge });
      const given = { source: path, prepare: decoder.prepare, signal };
      const saved = await saveLogo(dependencies, store, given).catch(toErrors);
      if (!('blob' in saved))
        return await sendAppearance(dependencies, call, { sent: { form: 'logo', errors: saved } });
      await recordChange(dependencies, call, { action: 'logo.save', after: { logo: saved } });
      seeOther(res, toDone(store, 'logo'));
    } finally {
      await rm(path, { force: true });
    }
  },
});

const tooLarge = () => invalidInput('file', 'is larger than 8 MB; send it scaled down.');

/** @throws the error itself, when it is not about the image */
function toErrors(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  return { logo: `The ${error.message}` };
}
