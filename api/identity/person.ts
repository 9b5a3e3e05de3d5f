import type { Role } from '../../shared/identity/roles.ts';

export interface AccountName {
  id: string;
  name: string;
}

/** Someone who is signed in. */
export interface Person {
  user: {
    id: string;
    name: string;
    email: string;
    twoFactorEnabled: boolean;
  };
  session: { id: string; token: string; startedAt: Date };
  /** The roles in `account`, and `operator`. */
  roles: readonly Role[];
  /** The account that the person works in; absent: the person is in none. */
  account?: AccountName;
  /** All that the person is in. */
  accounts: readonly AccountName[];
  /** The hidden field `token` of each form: another site cannot know it. */
  formToken: string;
}

/** A person who works in an account. */
export type Member = Person & { account: AccountName };
