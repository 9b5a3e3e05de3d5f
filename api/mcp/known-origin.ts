import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';

/**
 * Refuses pages of other origins in a browser (MCP specification, "Security Warning" of the streamable HTTP
 * transport); other clients send no `Origin`.
 */
export function knownOrigin({ baseUrl }: { baseUrl: string }): (req: Request) => Promise<void> {
  const own = new URL(baseUrl).origin;
  return async (req) => {
    const origin = req.get('origin');
    if (origin !== undefined && origin !== own)
      throw new ApiError('FORBIDDEN', `Pages of other origins than ${own} cannot call this endpoint.`);
  };
}
