import type { Request } from 'express';
import type { DecodeTurn } from '../../shared/images/decode-slots.ts';
import { clientAddress } from '../http/client-address.ts';

/** Returns the turn in which images are decoded that a shopper's request needs: network addresses share the time. */
export const shopperTurn = (req: Request): DecodeTurn => ({
  owner: clientAddress(req.ip),
  lane: 'shoppers',
});
