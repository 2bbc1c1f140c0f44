import type { Refusal } from './protocol';

/** Thrown as soon as a file is known to be invalid. */
export class RefusedFile extends Error {
  override name = 'RefusedFile';

  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
