import { toDay } from '../../../shared/credits/daily-starts.ts';
import type { ApiKeyDoc } from '../../../shared/keys/key-model.ts';
import type { Tone } from '../../web/design/components/status.tsx';

/** Says whether a key can be used. */
export function toKeyState(
  { revokedAt, expiresAt, rolledTo }: ApiKeyDoc,
  now = new Date(),
): { tone: Tone; text: string } {
  if (revokedAt) return { tone: 'neutral', text: 'Revoked' };
  if (expiresAt && expiresAt <= now) return { tone: 'neutral', text: 'Expired' };
  if (rolledTo) return { tone: 'warning', text: 'Rolled' };
  return { tone: 'success', text: 'Active' };
}

/** Lists the bounds of a key in words; empty for one without. */
export function listBounds(
  { scopes, addresses, creditsPerDay, today }: ApiKeyDoc,
  now = new Date(),
): string[] {
  const spent = today && today.day >= toDay(now) ? today.credits : 0;
  return [
    ...(scopes ? [`may ${scopes.join(', ')}`] : []),
    ...(addresses && addresses.length > 0 ? [`from ${addresses.join(', ')}`] : []),
    ...(creditsPerDay === undefined ? [] : [`${spent} of ${creditsPerDay} credits today`]),
  ];
}
