import { clientAddress } from '../http/client-address.ts';
import type { CapSubject } from './cap-counters.ts';
import type { VisitorCall } from './entrance.ts';
import { isReturning } from './visitor-token.ts';

/** Returns who the try-ons of a call count for. */
export function capSubject({ req, store, visitor }: VisitorCall): CapSubject {
  return { store: store._id, visitor, address: clientAddress(req.ip), returning: isReturning(visitor) };
}
