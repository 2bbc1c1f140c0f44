import type { Limit } from '../../../../../platform/throttle';

/** Something in front of the service that keeps answers and can be told to drop them. */
export type Target = {
  /** Stored with what waits to be purged, and part of a queue's name: letters, digits, dots, - and _. */
  name: string;
  /** Tags that one request may name. */
  tagsPerRequest: number;
  /** Where more tags than this wait, everything is dropped instead. */
  mostTags: number;
  /** How often it may be asked, counted over all nodes. */
  limit?: Limit;
  /**
   * Drops what carries any of the tags.
   *
   * @throws NotPurged where it is not certain that it has
   */
  purge: (tags: readonly string[]) => Promise<void>;
};

/** A purge that has to be asked for again. */
export class NotPurged extends Error {
  override name = 'NotPurged';

  constructor(
    message: string,
    /** Seconds for which the other side wants to be left alone; null where it has not said. */
    readonly retrySeconds: number | null = null,
  ) {
    super(message);
  }
}
