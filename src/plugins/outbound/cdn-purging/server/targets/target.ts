import type { Limit } from '../../../../../platform/throttle';

/** Cache in front of the service that can purge responses. */
export type Target = {
  /**
   * Name that is stored with waiting purges and is part of the queue's name: letters, digits, dots,
   * - and _.
   */
  name: string;
  /** Maximum number of tags in a request. */
  tagsPerRequest: number;
  /** Number of waiting tags above which everything is purged instead. */
  mostTags: number;
  /** Rate limit of requests, counted over all nodes. */
  limit?: Limit;
  /**
   * Purges the responses with any of the tags.
   *
   * @throws NotPurged if it is not certain that they are purged
   */
  purge: (tags: readonly string[]) => Promise<void>;
};

/** Error of a purge that must be retried. */
export class NotPurged extends Error {
  override name = 'NotPurged';

  constructor(
    message: string,
    /** Seconds to wait that the target has requested; null if it has not. */
    readonly retrySeconds: number | null = null,
  ) {
    super(message);
  }
}
