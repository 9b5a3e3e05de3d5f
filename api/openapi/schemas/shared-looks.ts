import type { SharedLookView, ShareView } from '../../../shared/try-on/shared-look-contract.ts';
import { lookOpenRequest } from '../../try-on/looks.ts';
import { jsonSchemaOf } from '../joi-schema.ts';
import { flag, integer, listOf, moment, objectOf, ref, type Schema, text } from '../schema.ts';

const pixels = (what: string) => integer(`${what} in pixels.`, { minimum: 1 });

export const sharedLookSchemas: Record<string, Schema> = {
  Share: objectOf<ShareView>('The link of a shared look.', {
    shortId: text('Id of the look, in its link.'),
    url: text('The link.', { format: 'uri' }),
    expiresAt: moment('When the link ends.'),
  }),
  SharedLook: objectOf<SharedLookView>('A look that a shopper shares.', {
    shortId: text('Id of the look.'),
    picture: objectOf<SharedLookView['picture']>('The picture.', {
      url: text('Path of the picture.', { format: 'uri-reference' }),
      width: pixels('Width'),
      height: pixels('Height'),
    }),
    items: listOf(ref('LookItem'), 'The items.'),
    expiresAt: moment('When the link ends.'),
    own: flag('Whether this visitor shared it.'),
  }),
  LookOpenRequest: { ...jsonSchemaOf(lookOpenRequest), description: 'One open of a look.' },
};
