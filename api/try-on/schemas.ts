import { shownStates } from '../../shared/renders/states.ts';
import {
  type LookItem,
  type ModelPhotoView,
  type PhotoView,
  type SessionView,
  sceneKinds,
  type TryOnView,
  tryOnReasons,
} from '../../shared/try-on/contract.ts';
import type { SharedLookView, ShareView } from '../../shared/try-on/shared-look-contract.ts';
import {
  buildList,
  buildObject,
  flag,
  integer,
  moment,
  named,
  namedObject,
  nullable,
  number,
  openText,
  text,
} from '../openapi/schema.ts';

type Failure = NonNullable<TryOnView['failure']>;
type Again = NonNullable<TryOnView['again']>;
type TryOnPhoto = NonNullable<TryOnView['photo']>;
type Result = NonNullable<TryOnView['result']>;

const pixels = (what: string) => integer(`${what} in pixels.`, { minimum: 1 });
const image = (url: string) => ({
  url: text(url, { format: 'uri-reference' }),
  width: pixels('Width'),
  height: pixels('Height'),
});
const signedUrl = 'Path of the image; signed, and valid for 6 to 7 hours.';
const kind = text('`upload`: a photo of the visitor. `model`: one of the store.', {
  enum: ['upload', 'model'],
});

const reasonSchema = named('TryOnReason', openText('Why something did not work.', tryOnReasons));

const modelPhotoSchema = namedObject<ModelPhotoView>('ModelPhoto', 'A photo of the store.', {
  id: text('Id of the photo.'),
  name: text('Describes the image to people who do not see it.'),
  kind: nullable(openText('Kind of scene in the photo.', sceneKinds)),
  thumbnail: text('Path of a small WebP of 3 by 4.', { format: 'uri-reference' }),
  ...image('Path of the image.'),
});

export const photoSchema = namedObject<PhotoView>('Photo', 'A photo that a visitor uploaded.', {
  id: text('Id of the photo.'),
  ...image(signedUrl),
  createdAt: moment('When it was uploaded.'),
  expiresAt: moment('When it will be deleted.'),
});

const lookItemSchema = namedObject<LookItem>('LookItem', 'A product of the store’s catalog.', {
  productId: text('Product id of the storefront platform.'),
  variantId: nullable(text('Variant id; null: none is chosen.')),
});

const tryOnPhotoSchema = namedObject<TryOnPhoto>('TryOnPhoto', 'The photo that was rendered into.', {
  kind,
  id: text('Id of the photo.'),
  ...image('Path of the image; of an upload, signed.'),
});

const resultSchema = namedObject<Result>(
  'TryOnResult',
  'The image: PNG, or with `&format=jpeg` a smaller JPEG.',
  image(signedUrl),
);

const againSchema = namedObject<Again>('TryOnAgain', 'What it takes to create an image again.', {
  left: integer('Try-ons that the visitor still has today (UTC).', { minimum: 0 }),
  isFree: flag('Whether a second attempt is none of them, once the visitor has said what is not right.'),
});

const failureSchema = namedObject<Failure>('TryOnFailure', 'Why a render has no result.', {
  reason: reasonSchema,
  retryable: flag('Whether the same look may succeed when it is started again.'),
});

export const tryOnSchema = namedObject<TryOnView>('TryOn', 'A render as its shopper sees it.', {
  id: text('Id of the render.'),
  state: openText('`succeeded`, `failed`, `cancelled` and `expired` are final.', shownStates),
  position: nullable(integer('1 for the next to start; only while it waits.', { minimum: 1 })),
  progress: nullable(number('Share of the work done.', { minimum: 0, maximum: 1 })),
  createdAt: moment('When it was accepted.'),
  startedAt: nullable(moment('When a worker started it.')),
  endedAt: nullable(moment('When it ended.')),
  expectedSeconds: number('From creation to the end, as the newest renders took.', { minimum: 0 }),
  photo: nullable({ ...tryOnPhotoSchema, description: 'Null once the photo was deleted.' }),
  items: buildList(lookItemSchema, 'The look.'),
  leftOut: buildList(lookItemSchema, 'Those of its items that could not be put into the image.'),
  result: nullable({ ...resultSchema, description: 'Null until it has succeeded.' }),
  again: nullable({
    ...againSchema,
    description: 'What it takes to create the image again; null while there is none.',
  }),
  failure: nullable({ ...failureSchema, description: 'Why there is no result.' }),
});

export const sessionSchema = namedObject<SessionView>(
  'TryOnSession',
  'A visitor, and what its page continues with.',
  {
    token: text('The visitor token: bound to one visitor and one store, and valid for 30 days.'),
    visitorId: text('For analytics alone: the one that was sent, otherwise a new one.'),
    models: buildList(modelPhotoSchema, 'Photos that the store offers.'),
    lastPhoto: nullable({
      ...photoSchema,
      description: 'The newest photo that the visitor uploaded and did not delete.',
    }),
    openRender: nullable({
      ...tryOnSchema,
      description: 'The render that has not ended, or has ended in the last 30 minutes and was not shown.',
    }),
    paused: nullable({ ...reasonSchema, description: 'Why no render can start now.' }),
  },
);

export const shareSchema = namedObject<ShareView>('Share', 'The link of a shared look.', {
  shortId: text('Id of the look, in its link.'),
  url: text('The link.', { format: 'uri' }),
  expiresAt: moment('When the link ends.'),
});

export const sharedLookSchema = namedObject<SharedLookView>('SharedLook', 'A look that a shopper shares.', {
  shortId: text('Id of the look.'),
  picture: buildObject<SharedLookView['picture']>('The image.', {
    url: text('Path of the image.', { format: 'uri-reference' }),
    width: pixels('Width'),
    height: pixels('Height'),
  }),
  items: buildList(lookItemSchema, 'The items.'),
  expiresAt: moment('When the link ends.'),
  own: flag('Whether this visitor shared it.'),
});
