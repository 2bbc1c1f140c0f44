import Stripe from 'stripe';
import {
  describeProviderError,
  isDefinite,
  isMissing,
  providerFailure,
  ProviderTimeout,
} from './errors';

const { errors } = Stripe;

const SECRET = 'sk_test_secret ana@example.com';

const raw = (more: object = {}) => ({ message: SECRET, type: 'api_error' as const, ...more });

const invalid = (more: object) =>
  new errors.StripeInvalidRequestError({ ...raw(more), type: 'invalid_request_error' });

const codeOf = (error: unknown): unknown =>
  (providerFailure(error) as { details?: { code?: unknown } }).details?.code;

describe('an error of the payment provider', () => {
  it.each<[string, Error, string, boolean]>([
    ['our own deadline', new ProviderTimeout(), 'PROVIDER_TIMEOUT', false],
    [
      'a silent connection',
      new errors.StripeConnectionError(raw({ detail: { code: 'ETIMEDOUT' } })),
      'PROVIDER_TIMEOUT',
      false,
    ],
    [
      'a lost connection',
      new errors.StripeConnectionError({ ...raw(), message: 'reset' }),
      'PROVIDER_UNREACHABLE',
      false,
    ],
    ['an unreadable answer', new errors.StripeAPIError(raw()), 'PROVIDER_ERROR', false],
    [
      'an admitted error',
      new errors.StripeAPIError(raw({ statusCode: 500 })),
      'PROVIDER_ERROR',
      true,
    ],
    [
      'too many calls',
      new errors.StripeRateLimitError(raw({ statusCode: 429 })),
      'PROVIDER_BUSY',
      true,
    ],
    [
      'a key in use',
      new errors.StripeIdempotencyError(raw({ statusCode: 409 })),
      'PROVIDER_BUSY',
      false,
    ],
    ['a refused request', invalid({ statusCode: 400 }), 'PROVIDER_REFUSED', true],
    [
      'a refused account',
      new errors.StripeAuthenticationError(raw({ statusCode: 401 })),
      'PROVIDER_REFUSED',
      true,
    ],
  ])('should be ours, and settle the attempt or not: %s', (_, error, code, settles) => {
    expect(codeOf(error)).toBe(code);
    expect(isDefinite(error)).toBe(settles);
  });

  it('should be described without its message, which may quote what was sent', () => {
    const error = invalid({ statusCode: 400, code: 'parameter_invalid', requestId: 'req_1' });
    expect(describeProviderError(error)).toContain('parameter_invalid 400 req_1');
    expect(describeProviderError(error)).not.toContain(SECRET);
    expect(JSON.stringify((providerFailure(error) as Error).cause)).not.toContain(SECRET);
    expect(describeProviderError(new RangeError('full'))).toBe('RangeError: full');
    expect(describeProviderError('what')).toBe('unknown');
  });

  it('should tell what is not there from what is wrong', () => {
    expect(isMissing(invalid({ statusCode: 404, code: 'resource_missing' }))).toBe(true);
    expect(isMissing(invalid({ statusCode: 400, code: 'parameter_invalid' }))).toBe(false);
    expect(isMissing(new Error('resource_missing'))).toBe(false);
  });

  it('should stay what it is where it is not the provider’s', () => {
    const error = new Error('disk full');
    expect(providerFailure(error)).toBe(error);
    expect(isDefinite(error)).toBe(false);
  });
});
