import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { type KeyScope, keyScopes } from '../../shared/keys/key-scopes.ts';
import { buildList, integer, moment, namedObject, openText, optional, text } from '../openapi/schema.ts';

/** A key without what would open anything. */
export interface KeyView
  extends Pick<
    ApiKeyDoc,
    | 'name'
    | 'mode'
    | 'hint'
    | 'createdAt'
    | 'expiresAt'
    | 'addresses'
    | 'creditsPerDay'
    | 'lastUsedAt'
    | 'revokedAt'
    | 'rolledTo'
  > {
  id: string;
  scopes: readonly KeyScope[];
}

export interface CreatedKey extends KeyView {
  key: string;
}

export const toKeyView = ({
  _id,
  account: _,
  hash: __,
  today: ___,
  scopes,
  ...rest
}: ApiKeyDoc): KeyView => ({
  id: _id,
  ...rest,
  scopes: scopes ?? keyScopes,
});

const view = {
  id: text('Id of the key, not the key itself.'),
  name: text('Name.'),
  mode: openText('Mode.', ['live', 'test']),
  hint: text('The first characters of the key.'),
  scopes: buildList(openText('A permission.', keyScopes), 'What it may do.'),
  createdAt: moment('When it was created.'),
  expiresAt: optional(moment('Until when it is valid; absent: until it is revoked.')),
  addresses: optional(buildList(text('A network as CIDR.'), 'From where it may be used; absent: anywhere.')),
  creditsPerDay: optional(integer('Credits that it may spend in a day (UTC).', { minimum: 1 })),
  lastUsedAt: optional(moment('When it was last used, to the minute.')),
  revokedAt: optional(moment('When it was revoked.')),
  rolledTo: optional(text('Id of the key that replaced it.')),
};

export const keySchema = namedObject<KeyView>('Key', 'An API key of the account.', view);

export const createdKeySchema = namedObject<CreatedKey>('CreatedKey', 'A new key.', {
  ...view,
  key: text('The key itself: no other response has it.'),
});

export interface RolledKey extends CreatedKey {
  formerUntil: Date;
}

export const rolledKeySchema = namedObject<RolledKey>('RolledKey', 'The key that replaces another one.', {
  ...view,
  key: text('The key itself: no other response has it.'),
  formerUntil: moment('Until when the former key is valid.'),
});

export const keyListSchema = namedObject<{ keys: KeyView[] }>('KeyList', 'The keys of an account.', {
  keys: buildList(keySchema, 'At most 1,000, oldest first; revoked ones too.'),
});
