/** Request for access: the video, and the person's data for the partner. */
export type AccessRequest = {
  /** Random, for this access only. */
  userId: string;
  productId: string;
  videoId: string;
  /** In the caller's currency, as the caller sent it. */
  price: number;
  user: { name: string; surname: string; email: string };
};

export type Access = { url: string; expiresAt: Date };

/**
 * Interface to a video partner. The rest of this plugin uses only this interface; another partner
 * is another file beside `oauth-partner.ts`.
 */
export type Partner = {
  /** Returns the catalogue's entries without validation. */
  catalogue: () => Promise<readonly unknown[]>;
  /**
   * Requests access to one video. It is never repeated, because the partner counts each request as
   * a sale.
   *
   * @returns null if the partner does not have the video
   */
  grant: (request: AccessRequest) => Promise<Access | null>;
  /** Releases connections and timers. */
  close: () => void;
};

/**
 * Outcome of a failed call: the partner rejected it (`refused`), never received it (`failed`), or
 * may have performed it (`unknown`).
 */
export type FailedCall = 'refused' | 'failed' | 'unknown';

/**
 * A call to the partner failed: it was unreachable, slow, in error, or sent a malformed response.
 */
export class PartnerError extends Error {
  override name = 'PartnerError';
  readonly outcome: FailedCall;

  constructor(message: string, { cause, outcome = 'failed' }: PartnerErrorOptions = {}) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

type PartnerErrorOptions = {
  cause?: unknown;
  /** Default: `failed`. */
  outcome?: FailedCall;
};

/** Returns the log message of an error. */
export const formatErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
