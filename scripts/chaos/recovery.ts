import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import type { Injected } from './inject.ts';
import type { FaultKind } from './schedule.ts';

export interface RecoverySpread {
  n: number;
  p50: number;
  p99: number;
  max: number;
}

/** Milliseconds, one entry for each fault of a kind. */
export interface Recovery {
  /** From the lifting of the fault to the next render that succeeded. */
  nextSuccess: number[];
  /** From the fault itself until every render that was open at that moment had ended. */
  affectedEnded: number[];
}

type Life = Pick<RenderDoc, 'createdAt' | 'endedAt' | 'state'>;

/** Measures the recovery time after each kind of fault, computed from the documents afterwards. */
export async function measureRecovery(
  renders: RenderModel,
  faults: Injected[],
): Promise<Partial<Record<FaultKind, Recovery>>> {
  const lives = await renders.find({}, { createdAt: 1, endedAt: 1, state: 1 }).lean<Life[]>();
  const successes = lives
    .filter((life) => life.state === 'succeeded')
    .map((life) => life.endedAt!.getTime())
    .sort((a, b) => a - b);
  const result: Partial<Record<FaultKind, Recovery>> = {};
  for (const kind of new Set(faults.map((fault) => fault.kind))) {
    const mine = faults.filter((fault) => fault.kind === kind);
    result[kind] = {
      nextSuccess: mine.flatMap((fault) => toNextSuccess(fault, successes)),
      affectedEnded: mine.flatMap((fault) => toLastAffected(fault, lives)),
    };
  }
  return result;
}

function toNextSuccess({ liftedAt }: Injected, successes: number[]): number[] {
  const next = successes.find((at) => at >= liftedAt);
  return next === undefined ? [] : [next - liftedAt];
}

function toLastAffected({ at }: Injected, lives: Life[]): number[] {
  const ends = lives
    .filter((life) => life.createdAt.getTime() <= at && (life.endedAt?.getTime() ?? at) > at)
    .map((life) => life.endedAt!.getTime() - at);
  return ends.length === 0 ? [] : [Math.max(...ends)];
}

export function spread(values: number[]): RecoverySpread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
