import type { Role } from '../../shared/identity/roles.ts';
import type { NavigationGroup, NavigationLink } from '../web/design/frame/side-list.tsx';

interface RoomLink extends NavigationLink {
  /** Who has the page in the list; absent: everyone who is signed in. */
  roles?: readonly Role[];
}

interface RoomGroup extends NavigationGroup {
  links: readonly RoomLink[];
}

const developers: readonly Role[] = ['owner', 'developer'];
const members: readonly Role[] = ['owner', 'developer', 'merchant'];

/** The pages of /developers. */
const groups: readonly RoomGroup[] = [
  {
    title: 'Build',
    links: [
      { href: '/developers', title: 'Overview', roles: developers },
      { href: '/developers/playground', title: 'Playground', roles: developers },
      { href: '/developers/keys', title: 'API keys', roles: developers },
      { href: '/developers/requests', title: 'Requests', roles: developers },
      { href: '/developers/webhooks', title: 'Webhooks', roles: developers },
      { href: '/developers/credits', title: 'Credits', roles: developers },
      { href: '/developers/limits', title: 'Limits and data', roles: developers },
    ],
  },
  {
    title: 'Account',
    links: [
      { href: '/developers/team', title: 'Team', roles: members },
      { href: '/developers/audit', title: 'Audit log', roles: ['owner'] },
    ],
  },
  {
    title: 'You',
    links: [
      { href: '/developers/profile', title: 'Profile and security' },
      { href: '/developers/accounts', title: 'Accounts and invitations' },
    ],
  },
];

/** The pages that someone with these roles may open. */
export function toNavigation(roles: readonly Role[]): NavigationGroup[] {
  return groups
    .map(({ links, ...group }) => ({
      ...group,
      links: links.filter(({ roles: allowed }) => !allowed || allowed.some((role) => roles.includes(role))),
    }))
    .filter(({ links }) => links.length > 0);
}
