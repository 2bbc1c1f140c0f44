import type Stripe from 'stripe';
import { checkoutErrors } from '#plugins/commerce/checkout/errors';
import { commonErrors } from '#platform/http/common-errors';
import { type ApiError, createHttpError } from '#platform/http/errors';
import { AnswerTooLarge, AnswerTooSlow } from '#platform/http/outgoing/bounded-body';
import { loadStripe } from './library';

/** A call that exceeded its time limit, whichever side noticed. */
export class ProviderTimeout extends Error {
  override name = 'ProviderTimeout';
  override message = 'no answer in time';
}

/** Earlier work took so long that no time was left to ask the provider. */
export class NotAskedInTime extends Error {
  override name = 'NotAskedInTime';
  override message = 'no time was left to ask';
}

const isTimeout = (error: unknown): boolean => {
  if (error instanceof ProviderTimeout) return true;
  if (!(error instanceof loadStripe().errors.StripeConnectionError)) return false;
  const { detail } = error as { detail?: unknown };
  return (
    (typeof detail === 'object' &&
      detail !== null &&
      (detail as { code?: unknown }).code === 'ETIMEDOUT') ||
    /timeout/i.test(error.message)
  );
};

/** Returns the error of our limit that has ended an answer, if there is one. */
const limitIn = (error: InstanceType<typeof Stripe.errors.StripeError>): Error | undefined => {
  const { exception } = ((error as { detail?: unknown }).detail ?? {}) as { exception?: unknown };
  return exception instanceof AnswerTooLarge || exception instanceof AnswerTooSlow
    ? exception
    : undefined;
};

/**
 * Describes a provider's error for the log. Its message is left out, because it may quote personal
 * data.
 */
export const describeProviderError = (error: unknown): string => {
  if (error instanceof loadStripe().errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    const limit = limitIn(error)?.message;
    return [type, code, statusCode, requestId, limit]
      .filter((part) => part !== undefined)
      .join(' ');
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
};

export const isMissing = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeInvalidRequestError &&
  error.code === 'resource_missing';

/**
 * Returns whether the provider is unavailable for an account, so that other calls would fail as
 * well.
 */
export const isUnreachable = (error: unknown): boolean => {
  const { errors } = loadStripe();
  return (
    error instanceof ProviderTimeout ||
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAuthenticationError
  );
};

/** Returns whether the provider has answered a call with an error, which other calls may not have. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeError && !isUnreachable(error);

/** Returns whether the provider has refused a call because an account made too many of them. */
export const isRateLimited = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeRateLimitError;

/**
 * Returns whether the provider refuses the customer: it was deleted, or is tied to another
 * currency. The latter has no error code.
 */
export const isCustomerRefused = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeInvalidRequestError &&
  ((isMissing(error) && error.param === 'customer') ||
    /combine currencies|customer currency/i.test(error.message));

/**
 * Returns whether the provider replayed an earlier error. It does so for a day after an error
 * (https://docs.stripe.com/api/idempotent_requests), so the key must change. After other errors the
 * key is kept: an answer may have been lost, and the key then finds the created object. This can
 * happen within one call, because the client retries.
 */
export const isReplayed = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeError &&
  error.headers?.['idempotent-replayed'] === 'true';

/** Maps an error of the provider to an HTTP error. Other errors are returned unchanged. */
export const mapProviderError = (error: unknown): unknown => {
  const as = (apiError: ApiError) =>
    // The log contains the cause, so it is the description and not the provider's error.
    createHttpError(apiError, { cause: describeProviderError(error) });
  if (error instanceof NotAskedInTime) return as(commonErrors.SERVICE_UNAVAILABLE);
  if (isTimeout(error)) return as(checkoutErrors.PROVIDER_TIMEOUT);
  if (!(error instanceof loadStripe().errors.StripeError)) return error;
  const { statusCode } = error;
  if (error instanceof loadStripe().errors.StripeConnectionError) {
    return as(checkoutErrors.PROVIDER_UNREACHABLE);
  }
  if (statusCode === 429 || statusCode === 409) return as(checkoutErrors.PROVIDER_BUSY);
  // An unreadable answer counts as an error of the provider too.
  if (statusCode === undefined || statusCode >= 500 || statusCode < 400)
    return as(checkoutErrors.PROVIDER_ERROR);
  return as(checkoutErrors.PROVIDER_REFUSED);
};
