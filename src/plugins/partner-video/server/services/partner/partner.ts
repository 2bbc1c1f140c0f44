/** What a person wants to watch, and who they are to the partner. */
export type AccessRequest = {
  /** Random, for this access only. */
  userId: string;
  productId: string;
  videoId: string;
  /** In the caller's currency, as the caller said it. */
  price: number;
  user: { name: string; surname: string; email: string };
};

export type Access = { url: string; expiresAt: Date };

/**
 * A video partner, whatever it speaks. Everything else in this plugin knows only this; another partner is
 * another file beside `oauth-partner.ts`.
 */
export type Partner = {
  /** The catalogue's entries as they came, unchecked. */
  catalogue: () => Promise<readonly unknown[]>;
  /**
   * Access to one video. Asked for once, never repeated: each is a sale to the partner.
   *
   * @returns null when the partner does not have the video
   */
  grant: (request: AccessRequest) => Promise<Access | null>;
  /** Lets go of connections and timers. */
  close: () => void;
};

/**
 * What is known of a call that failed: the partner answered that it does not do it (`refused`), it never
 * heard of it (`failed`), or it may have done it without us hearing so (`unknown`).
 */
export type FailedCall = 'refused' | 'failed' | 'unknown';

/** The partner did not do what was asked: unreachable, slow, failing, or saying what makes no sense. */
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
  /** `failed` unless told. */
  outcome?: FailedCall;
};
