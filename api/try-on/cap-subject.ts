import type { TryOnOrigin } from '../../shared/renders/render-model.ts';
import { clientAddress } from '../http/client-address.ts';
import type { CapSubject } from './cap-counters.ts';
import type { VisitorCall } from './entrance.ts';
import { isReturning } from './visitor-token.ts';

/** Returns who the try-ons of a call count for, and which of them is a free second attempt. */
export function capSubject(
  { req, store, visitor }: VisitorCall,
  { secondOf }: Pick<TryOnOrigin, 'secondOf'> = {},
): CapSubject {
  const address = clientAddress(req.ip);
  return {
    ...{ store: store._id, visitor, address, returning: isReturning(visitor) },
    ...(secondOf === undefined ? {} : { secondOf }),
  };
}
