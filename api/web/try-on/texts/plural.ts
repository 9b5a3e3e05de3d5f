import type { Language } from '../../../../shared/try-on/contract.ts';

/** Forms that counts have in a language, by the rules of Unicode. */
interface RulesOf extends Record<Language, Intl.LDMLPluralRule> {
  en: 'one' | 'other';
  de: 'one' | 'other';
  fr: 'one' | 'other';
  es: 'one' | 'other';
  nl: 'one' | 'other';
  it: 'one' | 'other';
  pl: 'one' | 'few' | 'many';
  ja: 'other';
  ar: 'one' | 'two' | 'few' | 'many' | 'other';
}

/** Every form of the language; `zero` is for exactly 0. */
type Forms<Rule extends Intl.LDMLPluralRule> = Record<Rule, string> & { zero?: string };

/** Chooses between forms by the language's rules; a form that it lacks is that of `other`, or of many. */
export function pluralIn<Of extends Language>(
  language: Of,
): (count: number, forms: Forms<RulesOf[Of]>) => string {
  const rules = new Intl.PluralRules(language);
  return (count, given) => {
    const forms: Partial<Record<Intl.LDMLPluralRule, string>> = given;
    if (count === 0 && forms.zero !== undefined) return forms.zero;
    return forms[rules.select(count)] ?? forms.other ?? forms.many ?? '';
  };
}
