import { flowParameter } from '../flows/routes.ts';
import { flowSchema } from '../flows/schemas.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { showFlow } from './flow.ts';
import { lookImageRoutes } from './image-routes.ts';
import { lookOpenRequest, openLook, showLook, takeBackLook } from './looks.ts';
import { base, forPage, forVisitor, ofLook, ofRender } from './route-facts.ts';
import { sharedLookSchema, shareSchema } from './schemas.ts';
import { shareRender } from './share.ts';

const look = { 200: { description: 'The look.', content: json(sharedLookSchema) } };

const postShare = defineRoute({
  ...forVisitor('share'),
  id: 'shareTryOn',
  method: 'post',
  path: `${base}/renders/:id/share`,
  params: ofRender,
  summary: 'Share a try-on by a link',
  description:
    'Keeps the image and the items for anyone with the link; a retry returns the same link. 403 where the store shares images only.',
  responses: { 200: { description: 'The link.', content: json(shareSchema) } },
  failures: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'EXPIRED'],
  handle: shareRender,
});

const getSharedLook = defineRoute({
  ...forVisitor('look'),
  id: 'getSharedLook',
  method: 'get',
  path: `${base}/looks/:shortId`,
  params: ofLook,
  summary: 'Read a shared look',
  description: 'Image and items; this does not count as an open.',
  responses: look,
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: showLook,
});

const removeSharedLook = defineRoute({
  ...forVisitor('look'),
  id: 'takeBackSharedLook',
  method: 'delete',
  path: `${base}/looks/:shortId`,
  params: ofLook,
  summary: 'Take a shared look back',
  description: 'By the visitor who shared it: the link ends, and its images are deleted.',
  responses: { 204: { description: 'The link has ended.' } },
  failures: ['NOT_FOUND'],
  handle: takeBackLook,
});

const postLookOpen = defineRoute({
  ...forVisitor('look'),
  id: 'openSharedLook',
  method: 'post',
  path: `${base}/looks/:shortId/opens`,
  params: ofLook,
  summary: 'Open a shared look',
  description: 'Reads the look and counts one open for each `openId`.',
  body: {
    name: 'LookOpenRequest',
    schema: lookOpenRequest,
    examples: {
      open: { summary: 'An open', value: { openId: '0192f3c8-7c1e-7a60-8f6b-0d3c7a1f9b11' } },
    },
  },
  responses: look,
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: openLook,
});

const getFlow = defineRoute({
  ...forPage('flow'),
  id: 'walkFlow',
  method: 'get',
  path: `${base}/flows/:flow`,
  params: { flow: flowParameter },
  summary: 'Read a guided flow as a shopper',
  description: 'The steps that the catalog can fill now.',
  responses: { 200: { description: 'The flow.', content: json(flowSchema) } },
  failures: ['NOT_FOUND'],
  handle: showFlow,
});

/** Looks that shoppers share, and the flows that lead to one. */
export const lookRoutes = [
  postShare,
  getSharedLook,
  removeSharedLook,
  postLookOpen,
  ...lookImageRoutes,
  getFlow,
];
