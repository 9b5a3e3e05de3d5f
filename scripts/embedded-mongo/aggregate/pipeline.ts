import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { collectingStages } from './collecting-stages.ts';
import { documentStages } from './document-stages.ts';
import type { Sink, StageFactory } from './stage.ts';

const maxStages = 1000;

/** Compiles stages into one sink in front of another. Throws 40324 for an unknown stage. */
export function buildPipeline(stages: readonly Doc[], variables: Doc = {}): (next: Sink) => Sink {
  if (!Array.isArray(stages)) throw failures.typeMismatch("'pipeline' option must be specified as an array");
  if (stages.length > maxStages)
    throw new MongoFailure(7749501, `Pipeline length must be no longer than ${maxStages} stages.`);
  const built = stages.map((stage) => {
    const [name, ...others] = isDoc(stage) ? Object.keys(stage) : [];
    if (name === undefined || others.length > 0) {
      throw new MongoFailure(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    return stageFactory(name)(stage[name], variables);
  });
  return (next) => built.reduceRight((sink, stage) => stage(sink), next);
}

function stageFactory(name: string): StageFactory {
  const tables = [documentStages, collectingStages];
  const factory = tables.find((table) => Object.hasOwn(table, name))?.[name];
  if (!factory) throw failures.unknownStage(name);
  return factory;
}
