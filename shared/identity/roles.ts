/** The roles of an account's members. An owner may do everything that the other two may. */
export const memberRoles = ['owner', 'developer', 'merchant'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** Operators run the service and belong to no account by that. */
export type Role = MemberRole | 'operator';

/** The description of each role on the pages for people. */
export const roleTexts: Readonly<Record<Role, { name: string; does: string }>> = {
  owner: { name: 'Owner', does: 'everything, with the team and its roles' },
  developer: { name: 'Developer', does: 'keys, renders, webhooks and usage' },
  merchant: { name: 'Merchant', does: 'stores' },
  operator: { name: 'Operator', does: 'the operations of the service' },
};

/** Names the roles of a member, such as `Developer, Merchant`. */
export function toRoleNames(roles: readonly Role[]): string {
  return roles.map((role) => roleTexts[role].name).join(', ');
}
