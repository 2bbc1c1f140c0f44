import { type Access, type FailedCall, PartnerError } from '../partner/partner';

/** Outcome of an access that was requested from the partner. */
export type Outcome = { state: 'granted'; accessUntil: Date } | { state: FailedCall };

export type GrantState = 'asked' | Outcome['state'];

/** States that accept an outcome. A late outcome replaces the `unknown` of the job. */
export const OPEN: readonly GrantState[] = ['asked', 'unknown'];

/**
 * Returns the outcome of a successful call; null means that the partner does not have the video.
 */
export const outcomeOf = (access: Access | null): Outcome =>
  access === null ? { state: 'refused' } : { state: 'granted', accessUntil: access.expiresAt };

/**
 * Returns the outcome of a failed call; `unknown` if the error did not come from the call to the
 * partner.
 */
export const outcomeOfFailure = (error: unknown): Outcome => ({
  state: error instanceof PartnerError ? error.outcome : 'unknown',
});
