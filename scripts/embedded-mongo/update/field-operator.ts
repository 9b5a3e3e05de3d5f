import type { ExpressionTest } from '../query/matcher.ts';

/** One update operator on one path of one document. */
export interface FieldTarget {
  readonly id: unknown;
  readonly path: string;
  readonly exists: boolean;
  readonly value: unknown;
  readonly operand: unknown;
  readonly expression: ExpressionTest;
}

export type FieldResult = { readonly set: unknown } | 'unset' | 'keep';
export type FieldOperator = (target: FieldTarget) => FieldResult;
