import Joi from 'joi';
import { type Language, languages } from '../try-on/contract.ts';
import { type OwnTextGroup, type OwnTexts, ownTextNames } from '../try-on/own-texts.ts';

export type OwnTextsByLanguage = { [Of in Language]?: OwnTexts };

/** Longer than the longest of ours, and short enough for a button of two lines. */
const maxCharacters = 120;

const text = Joi.string()
  .trim()
  .max(maxCharacters)
  // Not \p{Cc}: the OpenAPI document has this pattern, and Python knows no such classes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .pattern(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/, 'text on one line');

const ofGroup = (group: OwnTextGroup) =>
  Joi.object(
    Object.fromEntries(ownTextNames[group].map((name) => [name, text.description('In place of our text.')])),
  ).description('Texts of one part of the try-on.');

/** The words of one language. */
export const ownTextsOfLanguageRule = Joi.object<OwnTexts>(
  Object.fromEntries((Object.keys(ownTextNames) as OwnTextGroup[]).map((group) => [group, ofGroup(group)])),
);

/** A shop's own words, by language, group and name; other names are refused. */
export const ownTextsRule = Joi.object<OwnTextsByLanguage>(
  Object.fromEntries(languages.map((language) => [language, ownTextsOfLanguageRule])),
).allow(null);
