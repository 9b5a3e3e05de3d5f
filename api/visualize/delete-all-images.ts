import { type DeletedImages, deleteAccountImages } from '../../shared/renders/delete-account-images.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { integer, namedObject } from '../openapi/schema.ts';
import type { ReadDependencies } from './read-dependencies.ts';

const deletedSchema = namedObject<DeletedImages>(
  'DeletedImages',
  'The number of things whose images were deleted.',
  {
    renders: integer('Ended renders.', { minimum: 0 }),
    files: integer('Uploaded files.', { minimum: 0 }),
  },
);

export const deleteAllImages = defineRoute({
  tag: 'Renders',
  access: 'key',
  scopes: ['manage'],
  id: 'deleteAllImages',
  method: 'delete',
  path: '/visualize',
  summary: 'Delete all images',
  description:
    'Deletes the images of all ended renders of the account in the mode of the key, and its uploaded files: none of them can be read from then on. Records stay; open renders keep their images until their end; try-ons belong to the shoppers. Reusing an `Idempotency-Key` starts a new render.',
  responses: {
    200: {
      description: 'The images were deleted.',
      content: json(deletedSchema, { deleted: { summary: 'Deleted', value: { renders: 12, files: 3 } } }),
    },
  },
  cache: 'no-store',
  handle: ({ database }: ReadDependencies, { key: { account, mode } }) =>
    deleteAccountImages(database, { account, mode }),
});
