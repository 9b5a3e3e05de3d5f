/** Claims in the link of a mail. They are not proved: the library checks the link's signature. */
export interface LinkClaims {
  email: string;
  /** The address that replaces it. */
  updateTo?: string;
}

const maxAddress = 254;

/** Reads the claims of a link; undefined for a text that is none. */
export function readClaims(link: string): LinkClaims | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(link.split('.')[1] ?? '', 'base64url').toString());
    const { email, updateTo } = claims as Record<string, unknown>;
    if (typeof email !== 'string') return undefined;
    const next = typeof updateTo === 'string' ? { updateTo: updateTo.slice(0, maxAddress) } : {};
    return { email: email.slice(0, maxAddress), ...next };
  } catch {
    return undefined;
  }
}
