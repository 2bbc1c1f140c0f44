import { type Access, type FailedCall, PartnerError } from '../partner/partner';

/** What became of an access that the partner was asked for. */
export type Outcome = { state: 'granted'; accessUntil: Date } | { state: FailedCall };

export type GrantState = 'asked' | Outcome['state'];

/** States in which an access takes an outcome: who knows it knows better than the job that said `unknown`. */
export const OPEN: readonly GrantState[] = ['asked', 'unknown'];

/** What the partner's answer says; without an access it does not have the video. */
export const outcomeOf = (access: Access | null): Outcome =>
  access === null ? { state: 'refused' } : { state: 'granted', accessUntil: access.expiresAt };

/** What is known after a call that failed; of an error that is not the partner's, nothing. */
export const outcomeOfFailure = (error: unknown): Outcome => ({
  state: error instanceof PartnerError ? error.outcome : 'unknown',
});
