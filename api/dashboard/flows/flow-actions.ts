import { maxLookItems } from '../../../shared/try-on/contract.ts';
import { type FlowDraft, newStep, type StepDraft } from './flow-draft.ts';

interface Acted {
  draft: FlowDraft;
  /** Said to those who do not see it. */
  said?: string;
}

type Action = (draft: FlowDraft, ...given: string[]) => Acted;

/** The buttons of the editor, by the first part of their value: `move-step:2:0`. */
const actions: Readonly<Record<string, Action>> = {
  'add-step': (draft) =>
    draft.steps.length >= maxLookItems
      ? { draft }
      : { draft: { ...draft, steps: [...draft.steps, newStep(draft.steps)] }, said: 'A step is added.' },
  'remove-step': (draft, index) => ({
    draft: { ...draft, steps: draft.steps.filter((_, at) => at !== Number(index)) },
    said: 'The step is removed.',
  }),
  'move-step': (draft, from, to) => ({
    draft: { ...draft, steps: moveItem(draft.steps, Number(from), Number(to)) },
    said: `The step is number ${Number(to) + 1} now.`,
  }),
  add: (draft, index, ...id) => ({
    draft: changeProducts(draft, index, (products) => [...new Set([...products, id.join(':')])]),
    said: 'The product is added.',
  }),
  remove: (draft, index, at) => ({
    draft: changeProducts(draft, index, (products) => products.filter((_, place) => place !== Number(at))),
    said: 'The product is removed.',
  }),
  move: (draft, index, from, to) => ({
    draft: changeProducts(draft, index, (products) => moveItem(products, Number(from), Number(to))),
    said: `The product is number ${Number(to) + 1} now.`,
  }),
};

/** Returns the draft as a button of its form changes it; an unknown one, such as that of the search, changes nothing. */
export function act(draft: FlowDraft, value: string): Acted {
  const [name = '', ...given] = value.split(':');
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  return action ? action(draft, ...given) : { draft };
}

function changeProducts(
  draft: FlowDraft,
  index: string | undefined,
  change: (products: readonly string[]) => readonly string[],
): FlowDraft {
  const changed = (step: StepDraft) => ({ ...step, products: change(step.products) });
  return { ...draft, steps: draft.steps.map((step, at) => (at === Number(index) ? changed(step) : step)) };
}

/** Returns the list with an item at another place; an item or a place that does not exist changes nothing. */
function moveItem<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list[from];
  if (item === undefined || list[to] === undefined) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}
