import type { InvitationModel } from './invitation-model.ts';

/** Whether an address has an open invitation into any account. */
export async function isInvited(invitations: InvitationModel, email: string): Promise<boolean> {
  return (await invitations.exists({ email, until: { $gt: new Date() } })) !== null;
}
