import type { Request, Response } from 'express';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { Member } from '../identity/person.ts';

/** A request of someone who may change the store. */
export interface StoreCall {
  req: Request;
  res: Response;
  person: Member;
  store: StoreDoc;
}
