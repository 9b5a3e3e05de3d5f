import { isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { compileProjection } from '../query/projection.ts';
import { compileProjected, expressionTest } from './expressions.ts';
import { mapping, type StageFactory } from './stage.ts';

const match: StageFactory = (operand, variables) => {
  if (!isDoc(operand)) throw new MongoFailure(15959, 'the match filter must be an expression in an object');
  const filter = compileFilter(operand, (expression) => expressionTest(expression, variables));
  return mapping((doc) => (filter.test(doc) ? doc : undefined));
};

const project: StageFactory = (operand, variables) => {
  if (!isDoc(operand) || Object.keys(operand).length === 0) {
    throw new MongoFailure(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const evaluate = (expression: unknown) => compileProjected(expression, variables);
  const projection = compileProjection(operand, { evaluate, expression: expressionTest, find: false });
  return mapping(projection ?? ((doc) => doc));
};

const count =
  (name: string) =>
  (operand: unknown): number => {
    if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < (name === '$limit' ? 1 : 0)) {
      throw failures.badValue(`invalid argument to ${name} stage: ${String(operand)}`);
    }
    return operand;
  };

const limit: StageFactory = (operand) => {
  const wanted = count('$limit')(operand);
  return (next) => {
    let given = 0;
    return { end: next.end, push: (doc) => given < wanted && next.push(doc) && ++given < wanted };
  };
};

const skip: StageFactory = (operand) => {
  const unwanted = count('$skip')(operand);
  return (next) => {
    let seen = 0;
    return { end: next.end, push: (doc) => ++seen <= unwanted || next.push(doc) };
  };
};

export const documentStages: Record<string, StageFactory> = {
  $match: match,
  $project: project,
  $limit: limit,
  $skip: skip,
};
