import Joi from 'joi';
import { ApiError, invalidInput } from '../../../shared/errors.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { type StoreChange, withChange } from '../../../shared/stores/stores.ts';
import { languages } from '../../../shared/try-on/contract.ts';
import { ownTextNames } from '../../../shared/try-on/own-texts.ts';
import { readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther } from '../../identity/send-page.ts';
import { dropLogo } from '../../stores/logo-routes.ts';
import { sendPreview } from '../../try-on-pages/preview.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { saveStore } from '../save-store.ts';
import {
  findLanguage,
  lookLabels,
  textGroups,
  toLookChange,
  toTextPath,
  toTextsChange,
} from './appearance-forms.ts';
import { postLogo } from './logo-route.ts';
import { access, base, sendAppearance, toDone } from './send-appearance.ts';

const getAppearance = defineRoute({
  ...pageFacts,
  id: 'getAppearancePage',
  path: base,
  access,
  summary: 'The appearance of the try-on of a store',
  query: Joi.object<{ done?: string; of?: string }>({ done: Joi.string(), of: Joi.string() }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendAppearance(dependencies, call, { done: call.query.done, language: findLanguage(call.query.of) }),
});

const postLook = defineRoute({
  ...formFacts,
  id: 'saveAppearanceByForm',
  path: base,
  access,
  summary: 'Save the name, the colors and the language of the try-on',
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const change = toLookChange(values);
    const errors = await saveStore(dependencies, call, {
      ...{ action: 'store.appearance', change, labels: lookLabels },
    });
    if (errors) return sendAppearance(dependencies, call, { sent: { form: 'look', values, errors } });
    seeOther(call.res, toDone(call.store, 'settings'));
  },
});

const postWords = defineRoute({
  ...formFacts,
  id: 'saveWordsByForm',
  path: `${base}/words`,
  access,
  summary: 'Save the words of the shop in one language',
  failures: ['INVALID_INPUT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const language = findLanguage(values.of);
    if (!language) throw invalidInput('of', `must be one of ${languages.join(', ')}.`);
    const change = toTextsChange(call.store, language, values);
    const paths = textGroups.flatMap((group) =>
      ownTextNames[group].map((name) => [toTextPath(language, group, name), 'The text']),
    );
    const errors = await saveStore(dependencies, call, {
      ...{ action: 'store.words', change, labels: Object.fromEntries(paths) },
    });
    if (errors)
      return sendAppearance(dependencies, call, { language, sent: { form: 'words', values, errors } });
    seeOther(call.res, toDone(call.store, 'settings', language));
  },
});

const postLogoRemoval = defineRoute({
  ...formFacts,
  id: 'removeLogoByForm',
  path: `${base}/logo/remove`,
  access,
  summary: 'Remove the logo of a store',
  handle: async (dependencies: DashboardDependencies, call) => {
    await dropLogo(dependencies, call);
    seeOther(call.res, toDone(call.store, 'no-logo'));
  },
});

const postPreview = defineRoute({
  ...formFacts,
  id: 'previewAppearanceByForm',
  path: `${base}/preview`,
  access,
  summary: 'The try-on of a store, as a form would change it',
  responses: pageFacts.responses,
  handle: async ({ web }: DashboardDependencies, { req, res, store }) => {
    const values = await readForm(req);
    const language = findLanguage(values.of);
    const change = language ? toTextsChange(store, language, values) : toLookChange(values);
    sendPreview(req, res, { store: toShown(store, change), language, files: web().build.tryOn });
  },
});

/** Of a form with mistakes, which are said when it is saved, the store is shown as it is. */
function toShown(store: StoreDoc, change: StoreChange): StoreDoc {
  try {
    return withChange(store, change);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_INPUT') return store;
    throw error;
  }
}

/** The appearance of a store. */
export const appearancePages = [getAppearance, postLook, postWords, postLogo, postLogoRemoval, postPreview];
