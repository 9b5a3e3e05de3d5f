import type { Request, Response } from 'express';
import type { Parameter } from '../openapi/operation.ts';
import { pickParameters } from '../openapi/parameters.ts';
import { text } from '../openapi/schema.ts';
import { type EntranceDependencies, takePoints } from './entrance.ts';

export const base = '/api/try-on/:slug';

/**
 * Rate-limit cost of each request, in points per IP address: a flow reads as many pages of the catalog as it has steps,
 * and a result has megabytes.
 */
const points = {
  read: 1,
  session: 5,
  flow: 10,
  result: 10,
  look: 10,
  photo: 20,
  render: 20,
  share: 20,
} as const;

const buildLimit = (weight: keyof typeof points) => (dependencies: EntranceDependencies) => {
  return (req: Request, res: Response) => takePoints(dependencies, { req, res }, points[weight]);
};

/** A route for any page of the store. */
export const forPage = (weight: keyof typeof points) =>
  ({ tag: 'Try-on', access: 'page of the store', limit: buildLimit(weight), cache: 'no-store' }) as const;

/** A route for visitors of the store. */
export const forVisitor = (weight: keyof typeof points) =>
  ({ tag: 'Try-on', access: 'visitor of the store', limit: buildLimit(weight), cache: 'no-store' }) as const;

const [photo, render] = pickParameters('PhotoId', 'RenderId') as [Parameter, Parameter];

export const ofPhoto = { id: photo };
export const ofRender = { id: render };
export const ofLook = {
  shortId: {
    description: 'Id of the look, in its link.',
    schema: text('An id.', { examples: ['m0h7v6dsz71cq'] }),
  },
};
