import type { Audit } from '../../shared/audit/audit.ts';
import { ApiError } from '../../shared/errors.ts';
import { type Erased, eraseEverything } from '../../shared/try-on/erase-everything.ts';
import { findLook, revokeLook } from '../../shared/try-on/shared-looks.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { buildList, count, namedObject, text } from '../openapi/schema.ts';
import { recordChange } from './record-change.ts';

interface ShopperDependencies {
  audit: Audit;
  looks: Parameters<typeof revokeLook>[0];
  erasing: Parameters<typeof eraseEverything>[0];
}

const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;

const erasedSchema = namedObject<Erased>('ErasedVisitor', 'What was deleted of a visitor.', {
  events: count('Events.'),
  orders: count('Orders that no longer name the visitor.'),
  photos: count('Photos.'),
  renders: count('Try-ons.'),
  looks: count('Shared looks.'),
  otherIds: buildList(
    text('An id.'),
    'Further ids that this visitor’s browsers sent: whose they are is not proved, so their events are kept.',
  ),
});

const deleteVisitor = defineRoute({
  ...common,
  id: 'eraseVisitor',
  method: 'delete',
  path: '/api/stores/:slug/visitors/:visitor',
  params: { visitor: { description: 'Id of the visitor in analytics.', schema: text('An id.') } },
  summary: 'Erase a visitor',
  description:
    'Deletes everything that is kept of one visitor of the store, at once. Equal calls are harmless.',
  responses: { 200: { description: 'What was deleted.', content: json(erasedSchema) } },
  handle: async (dependencies: ShopperDependencies, call) => {
    const erased = await eraseEverything(dependencies.erasing, call.store._id, call.params.visitor);
    const { otherIds: _, ...after } = erased;
    // Not the id: nothing of the visitor stays.
    await recordChange(dependencies, call, { action: 'visitor.erase', after });
    return erased;
  },
});

const deleteLook = defineRoute({
  ...common,
  id: 'endSharedLook',
  method: 'delete',
  path: '/api/stores/:slug/looks/:shortId',
  params: { shortId: { description: 'Short id of the look.', schema: text('An id.') } },
  summary: 'End a shared look',
  description: 'Its link and its image no longer open.',
  responses: { 204: { description: 'It has ended.' } },
  handle: async (dependencies: ShopperDependencies, call) => {
    const look = await findLook(dependencies.looks.sharedLooks, call.store, call.params.shortId);
    if (!look) throw new ApiError('NOT_FOUND', 'The store has no shared look with this id.');
    await revokeLook(dependencies.looks, look);
    await recordChange(dependencies, call, { action: 'look.end', before: { look: look._id } });
  },
});

export const shopperRoutes = [deleteLook, deleteVisitor];
