type Forms = { one: string; other: string; zero?: string };

/** Chooses between forms by the language's rules; `zero` is for exactly 0. */
export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => {
    if (count === 0 && forms.zero !== undefined) return forms.zero;
    return rules.select(count) === 'one' ? forms.one : forms.other;
  };
}
