import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Texts of guided flows. */
export const flow = {
  step: (step: number, of: number, name: string) => `Step ${step} of ${of}: ${name}`,
  choose: (min: number, max: number) =>
    min < max
      ? `Choose ${min} to ${max} items.`
      : plural(max, { one: 'Choose 1 item.', other: `Choose ${max} items.` }),
  orSkip: 'Or skip this step.',
  next: (name: string) => `Next: ${name}`,
  skip: 'Skip',
  skipAndTryOn: (count: number) =>
    plural(count, { one: 'Skip and try it on', other: `Skip and try on ${count} items` }),
  full: (max: number) => `This step takes ${max} items. Remove one to add another.`,
  exit: 'Browse all items',
  exitTitle: (flow: string) => `Leave “${flow}”?`,
  exitText: 'Your items are kept. The steps end here, and you choose from all items of the shop.',
  exitConfirm: 'Leave the steps',
  stay: 'Keep going',
};

export type FlowTexts = typeof flow;
