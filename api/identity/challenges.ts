import type { LibraryModels } from '../../shared/identity/library-models.ts';
import { randomBase62, sha256Hex } from '../../shared/ids.ts';
import { isDuplicateKey } from '../../shared/mongodb/database-errors.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import { minuteMs } from '../../shared/time.ts';

/** Texts that another party signs or returns; each is valid once, for one purpose, within 15 minutes. */
export interface Challenges {
  /** Saves nothing: a page may contain one for whoever opens it. */
  build(purpose: string): string;
  /** Returns false for a text that was not built for this purpose, is too old, or was taken before. */
  take(challenge: string, purpose: string): Promise<boolean>;
}

const validMs = 15 * minuteMs;

export interface ChallengeOptions {
  signer: Signer;
  verifications: LibraryModels['verifications'];
  now?: () => number;
}

export function createChallenges({ signer, verifications, now = Date.now }: ChallengeOptions): Challenges {
  return {
    build: (purpose) => {
      const text = `${(now() + validMs).toString(36)}.${randomBase62(22)}`;
      return `${text}.${signer.sign(`${purpose} ${text}`)}`;
    },
    take: async (challenge, purpose) => {
      const [until = '', random = '', signature = ''] = challenge.split('.');
      if (!signer.verify(`${purpose} ${until}.${random}`, signature)) return false;
      const expiresAt = new Date(Number.parseInt(until, 36));
      if (expiresAt.getTime() <= now()) return false;
      return note(verifications, `${until}.${random}`, expiresAt);
    },
  };
}

/** Returns false when it was noted before: of two that arrive at once, one finds the other's document. */
async function note(
  verifications: LibraryModels['verifications'],
  text: string,
  expiresAt: Date,
): Promise<boolean> {
  const identifier = `taken:${sha256Hex(text)}`;
  const times = { expiresAt, createdAt: new Date(), updatedAt: new Date() };
  try {
    await verifications.create({ _id: identifier, identifier, value: 'taken', ...times });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
