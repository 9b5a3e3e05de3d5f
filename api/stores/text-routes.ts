import type { Audit } from '../../shared/audit/audit.ts';
import { ApiError } from '../../shared/errors.ts';
import { ownTextsOfLanguageRule } from '../../shared/stores/own-texts-rule.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { updateStore } from '../../shared/stores/stores.ts';
import { type Language, languages } from '../../shared/try-on/contract.ts';
import type { OwnTexts } from '../../shared/try-on/own-texts.ts';
import { defineRoute } from '../http/route.ts';
import { toJsonSchema } from '../openapi/joi-schema.ts';
import { json } from '../openapi/operation.ts';
import { named, text } from '../openapi/schema.ts';
import { recordChange, toRecorded } from './record-change.ts';

interface TextDependencies {
  audit: Audit;
  stores: StoreModel;
}

const common = {
  tag: 'Stores',
  access: 'key of the store',
  cache: 'no-store',
  path: '/api/stores/:slug/texts/:language',
  params: { language: { description: 'The language.', schema: text('A code.', { enum: languages }) } },
} as const;

const textsSchema = named('OwnTexts', {
  ...toJsonSchema(ownTextsOfLanguageRule),
  description: 'The words of a shop in one language: only those that it changed.',
});

const example = { words: { summary: 'A button', value: { checkout: { checkOut: 'Take it home' } } } };
const responses = { 200: { description: 'The words.', content: json(textsSchema, example) } };

const getTexts = defineRoute({
  ...common,
  id: 'getTexts',
  method: 'get',
  summary: 'Read the own words of a store in one language',
  responses,
  handle: (_dependencies: TextDependencies, { store, params }) =>
    readTexts(store, readLanguage(params.language)),
});

const putTexts = defineRoute({
  ...common,
  id: 'saveTexts',
  method: 'put',
  summary: 'Save the own words of a store in one language',
  description: 'A text that is left out is ours; the words of other languages stay.',
  body: { name: 'OwnTextsOfLanguage', schema: ownTextsOfLanguageRule, examples: example },
  responses,
  handle: async (dependencies: TextDependencies, call) => {
    const language = readLanguage(call.params.language);
    const saved = await updateStore(
      dependencies.stores,
      call.store.slug,
      withTexts(call.store, language, call.body),
    );
    const change = { before: toRecorded(call.store), after: toRecorded(saved) };
    await recordChange(dependencies, call, { action: 'store.words', ...change });
    return readTexts(saved, language);
  },
});

/** Builds the change of the words of one language; the words of others stay. */
export function withTexts(store: StoreDoc, language: Language, words: OwnTexts) {
  const { [language]: _, ...others } = getSettings(store).texts ?? {};
  const texts = Object.keys(words).length === 0 ? others : { ...others, [language]: words };
  return { texts: Object.keys(texts).length === 0 ? null : texts };
}

const readTexts = (store: StoreDoc, language: Language): OwnTexts =>
  getSettings(store).texts?.[language] ?? {};

/** @throws ApiError NOT_FOUND */
function readLanguage(given: string): Language {
  const language = languages.find((each) => each === given);
  if (language) return language;
  throw new ApiError('NOT_FOUND', `There is no such language; use one of ${languages.join(', ')}.`);
}

export const textRoutes = [getTexts, putTexts];
