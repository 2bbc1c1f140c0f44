import type { Refusal } from './protocol';

/** A file that is not taken, as soon as that is known. */
export class RefusedFile extends Error {
  override name = 'RefusedFile';

  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
