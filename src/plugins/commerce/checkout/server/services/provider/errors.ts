import { checkoutErrors } from '../../../contract';
import { commonErrors } from '../../../../../../platform/http/common-errors';
import { type ApiError, httpError } from '../../../../../../platform/http/errors';
import { stripe } from './library';

/** A call that ran out of time, whoever noticed. */
export class ProviderTimeout extends Error {
  override name = 'ProviderTimeout';
  override message = 'no answer in time';
}

/** What came before has taken so long that there was no time left to ask. */
export class NotAskedInTime extends Error {
  override name = 'NotAskedInTime';
  override message = 'no time was left to ask';
}

const isTimeout = (error: unknown): boolean => {
  if (error instanceof ProviderTimeout) return true;
  if (!(error instanceof stripe().errors.StripeConnectionError)) return false;
  const { detail } = error as { detail?: unknown };
  return (
    (typeof detail === 'object' &&
      detail !== null &&
      (detail as { code?: unknown }).code === 'ETIMEDOUT') ||
    /timeout/i.test(error.message)
  );
};

/** What of the provider's answer may go to the log: never its message, which may quote what was sent. */
export const describeProviderError = (error: unknown): string => {
  if (error instanceof stripe().errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    return [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
};

export const isMissing = (error: unknown): boolean =>
  error instanceof stripe().errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Whether the provider cannot be reached with an account, so that other calls of it would fail as well. */
export const isUnreachable = (error: unknown): boolean => {
  const { errors } = stripe();
  return (
    error instanceof ProviderTimeout ||
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAuthenticationError
  );
};

/** Whether a customer is the reason: it was deleted, or is tied to another currency, for which there is no code. */
export const isCustomerRefused = (error: unknown): boolean =>
  error instanceof stripe().errors.StripeInvalidRequestError &&
  ((isMissing(error) && error.param === 'customer') ||
    /combine currencies|customer currency/i.test(error.message));

/**
 * The provider has answered a key with the failure that it answered it before, and would go on so for a day
 * (https://docs.stripe.com/api/idempotent_requests). Any other failure may follow an answer that was lost, within one call as
 * well, since the client tries again by itself: the key then still finds what was made.
 */
export const isReplayed = (error: unknown): boolean =>
  error instanceof stripe().errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** The provider's failure as ours, and that it could not be asked. Other errors stay what they are. */
export const providerFailure = (error: unknown): unknown => {
  const as = (what: ApiError) =>
    // The cause reaches the log, so it carries the description and not the provider's error itself.
    httpError(what, { cause: describeProviderError(error) });
  if (error instanceof NotAskedInTime) return as(commonErrors.SERVICE_UNAVAILABLE);
  if (isTimeout(error)) return as(checkoutErrors.PROVIDER_TIMEOUT);
  if (!(error instanceof stripe().errors.StripeError)) return error;
  const { statusCode } = error;
  if (error instanceof stripe().errors.StripeConnectionError) {
    return as(checkoutErrors.PROVIDER_UNREACHABLE);
  }
  if (statusCode === 429 || statusCode === 409) return as(checkoutErrors.PROVIDER_BUSY);
  // An answer that could not be read is the provider's failure as much as an error it admits.
  if (statusCode === undefined || statusCode >= 500 || statusCode < 400)
    return as(checkoutErrors.PROVIDER_ERROR);
  return as(checkoutErrors.PROVIDER_REFUSED);
};
