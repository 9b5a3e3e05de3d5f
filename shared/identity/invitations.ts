import type { InvitationModel } from './invitation-model.ts';

/** Returns true if an address has an open invitation to any account. */
export async function isInvited(invitations: InvitationModel, email: string): Promise<boolean> {
  return (await invitations.exists({ email, until: { $gt: new Date() } })) !== null;
}
