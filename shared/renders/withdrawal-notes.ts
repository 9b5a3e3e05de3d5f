import type { Redis } from 'ioredis';

/**
 * The promise of a 503 that its render is not charged, kept in Redis while MongoDB is away: if the API that gave
 * it is killed, a sweeper finishes it.
 */
export interface WithdrawalNote {
  renderId: string;
  reason: string;
  /** Epoch ms. */
  at: number;
}

interface NotesLocation {
  connection: Redis;
  prefix: string;
}

const keyOfNotes = (prefix: string) => `${prefix}:withdrawals`;

export async function saveWithdrawal(
  { connection, prefix }: NotesLocation,
  { renderId, reason, at }: WithdrawalNote,
): Promise<void> {
  await connection.hset(keyOfNotes(prefix), renderId, JSON.stringify({ reason, at }));
}

export async function removeWithdrawal(
  { connection, prefix }: NotesLocation,
  renderId: string,
): Promise<void> {
  await connection.hdel(keyOfNotes(prefix), renderId);
}

/** Some of the notes, about `count`; those left out come in a later call. */
export async function readWithdrawals(
  { connection, prefix }: NotesLocation,
  count: number,
): Promise<WithdrawalNote[]> {
  const fields = (await connection.hrandfield(keyOfNotes(prefix), count, 'WITHVALUES')) as string[];
  const notes: WithdrawalNote[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const saved = JSON.parse(fields[at + 1] as string) as Omit<WithdrawalNote, 'renderId'>;
    notes.push({ renderId: fields[at] as string, ...saved });
  }
  return notes;
}
