import type { FlowDoc } from '../../../shared/flows/flow-model.ts';
import {
  type FlowSource,
  type FlowStepView,
  type FlowView,
  maxLookItems,
} from '../../../shared/try-on/contract.ts';
import type { FormValues } from '../../http/form.ts';

export const sourceKinds = ['products', 'category', 'tag'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A step as it is being edited. */
export interface StepDraft {
  /** The same while the steps change their order. */
  key: number;
  name: string;
  /** The one of the three below that counts. */
  from: SourceKind;
  products: readonly string[];
  category: string;
  tag: string;
  isRequired: boolean;
  minItems: string;
  maxItems: string;
  /** Words that products are searched by. */
  search: string;
}

/** A flow as it is being edited: anything that a form can say. */
export interface FlowDraft {
  id: string;
  name: string;
  steps: readonly StepDraft[];
}

/** Returns a step with nothing in it, whose key no other step has. */
export const newStep = (steps: readonly StepDraft[]): StepDraft => ({
  key: Math.max(0, ...steps.map(({ key }) => key)) + 1,
  ...{ name: '', from: 'products', products: [], category: '', tag: '' },
  ...{ isRequired: true, minItems: '1', maxItems: '1', search: '' },
});

export const newFlow = (): FlowDraft => ({ id: '', name: '', steps: [newStep([])] });

/** Returns a saved flow as a draft. */
export const fromFlow = ({ flowId, name, steps }: FlowDoc): FlowDraft => ({
  ...{ id: flowId, name },
  steps: steps.map((step, index) => ({
    ...{ key: index + 1, name: step.name, products: [], category: '', tag: '', search: '' },
    ...fromSource(step.source),
    ...{ isRequired: step.required, minItems: `${step.minItems}`, maxItems: `${step.maxItems}` },
  })),
});

function fromSource(source: FlowSource): Pick<StepDraft, 'from'> & Partial<StepDraft> {
  if ('category' in source) return { from: 'category', category: source.category };
  return 'tag' in source ? { from: 'tag', tag: source.tag } : { from: 'products', products: source.products };
}

/** Names a field of a step in its form. */
export const toField = (index: number, name: keyof StepDraft): string => `steps.${index}.${name}`;

/** Reads what was sent; a form has the fields of each of its steps. */
export function readDraft(values: FormValues): FlowDraft {
  const places = Array.from({ length: maxLookItems }, (_, index) => index);
  const sent = places.filter((index) => values[toField(index, 'key')] !== undefined);
  return {
    id: values.id?.trim() ?? '',
    name: values.name?.trim() ?? '',
    steps: sent.map((index) => readStep((name) => values[toField(index, name)]?.trim() ?? '', index)),
  };
}

function readStep(read: (name: keyof StepDraft) => string, index: number): StepDraft {
  const products = read('products');
  return {
    key: Number.parseInt(read('key'), 10) || index + 1,
    name: read('name'),
    from: sourceKinds.find((kind) => kind === read('from')) ?? 'products',
    // No id has a comma.
    products: products === '' ? [] : products.split(','),
    category: read('category'),
    tag: read('tag'),
    isRequired: read('isRequired') === 'on',
    minItems: read('minItems'),
    maxItems: read('maxItems'),
    search: read('search'),
  };
}

type Input = Pick<FlowView, 'id' | 'name'> & { steps: (Omit<FlowStepView, 'source'> & { source: object })[] };

/** Returns the flow that a draft describes; `flowRules` checks it. */
export const toInput = ({ id, name, steps }: FlowDraft): Input => ({
  ...{ id: id === '' ? toId(name) : id, name },
  steps: steps.map((step) => ({
    name: step.name,
    source: { [step.from]: step[step.from] },
    required: step.isRequired,
    minItems: toNumber(step.minItems),
    maxItems: toNumber(step.maxItems),
  })),
});

/** An empty field is no number: it must not become 0. */
const toNumber = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Returns an id made of a name: `Complete the outfit` becomes `complete-the-outfit`. */
const toId = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 64);
