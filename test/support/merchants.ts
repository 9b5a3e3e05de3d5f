import { addMember } from '../../shared/identity/members.ts';
import type { MemberRole } from '../../shared/identity/roles.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { signUp, type Visitor } from './people.ts';
import { startPlatform, type TestPlatform } from './platform.ts';

export interface Merchant {
  /** The browser of the person, who is signed in. */
  visitor: Visitor;
  email: string;
  account: string;
}

/** Signs a person up who then has these roles in an account of their own, or in a given one. */
export async function signUpMember(
  platform: Pick<TestPlatform, 'url' | 'database'>,
  { name, roles, account: given }: { name: string; roles: MemberRole[]; account?: string },
): Promise<Merchant> {
  const { database } = platform;
  const email = `${name.toLowerCase()}@example.com`;
  const visitor = await signUp(platform, email, name);
  const user = (await database.users.findOne({ email }).lean())!;
  const account = given ?? user.ownAccount!;
  await database.members.deleteMany({ user: user._id });
  await addMember(database.members, { account, user: user._id, roles });
  return { visitor, email, account };
}

/** Creates a store with that slug, which is its host as well. */
export const addStore = (
  { database }: Pick<TestPlatform, 'database'>,
  { account, slug, name = slug }: { account: string; slug: string; name?: string },
): Promise<StoreDoc> => createStore(database.stores, { account, slug, name, hosts: [`${slug}.example`] });

export interface MerchantsRoom {
  platform: TestPlatform;
  mia: Merchant;
  /** `acme`, as it was created. */
  store: StoreDoc;
  /** The store as it is now. */
  readStore(): Promise<StoreDoc>;
}

/** Starts a platform without workers, with a merchant and her store. */
export async function startMerchantsRoom(): Promise<MerchantsRoom> {
  const platform = await startPlatform({ workers: 0 });
  const mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
  const store = await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme' });
  const readStore = async () => (await platform.database.stores.findById(store._id).lean<StoreDoc>())!;
  return { platform, mia, store, readStore };
}

/** Returns the first mistake beside a field of a page. */
export const readFieldError = (html: string): string | undefined =>
  /class="field-error" id="[^"]+">.*?<\/svg>([^<]*)</.exec(html)?.[1];
