import Stripe from 'stripe';
import {
  describeProviderError,
  isMissing,
  isReplayed,
  NotAskedInTime,
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
  it.each<[string, Error, string]>([
    ['our own deadline', new ProviderTimeout(), 'PROVIDER_TIMEOUT'],
    ['none, since it was not asked in time', new NotAskedInTime(), 'SERVICE_UNAVAILABLE'],
    [
      'a silent connection',
      new errors.StripeConnectionError(raw({ detail: { code: 'ETIMEDOUT' } })),
      'PROVIDER_TIMEOUT',
    ],
    [
      'a lost connection',
      new errors.StripeConnectionError({ ...raw(), message: 'reset' }),
      'PROVIDER_UNREACHABLE',
    ],
    ['an unreadable answer', new errors.StripeAPIError(raw()), 'PROVIDER_ERROR'],
    ['an admitted error', new errors.StripeAPIError(raw({ statusCode: 500 })), 'PROVIDER_ERROR'],
    ['too many calls', new errors.StripeRateLimitError(raw({ statusCode: 429 })), 'PROVIDER_BUSY'],
    ['a key in use', new errors.StripeIdempotencyError(raw({ statusCode: 409 })), 'PROVIDER_BUSY'],
    ['a refused request', invalid({ statusCode: 400 }), 'PROVIDER_REFUSED'],
    [
      'a refused account',
      new errors.StripeAuthenticationError(raw({ statusCode: 401 })),
      'PROVIDER_REFUSED',
    ],
  ])('should be ours, and leave the attempt open: %s', (_, error, code) => {
    expect(codeOf(error)).toBe(code);
    expect(isReplayed(error)).toBe(false);
  });

  it.each([400, 402, 500])('should settle the attempt when it repeats itself: %i', (statusCode) => {
    const headers = { 'idempotent-replayed': 'true' };
    expect(isReplayed(new errors.StripeAPIError(raw({ statusCode, headers })))).toBe(true);
  });

  it('should be described without its message, which may quote what was sent', () => {
    const error = invalid({ statusCode: 400, code: 'parameter_invalid', requestId: 'req_1' });
    expect(describeProviderError(error)).toContain('parameter_invalid 400 req_1');
    expect(describeProviderError(error)).not.toContain(SECRET);
    expect(JSON.stringify((providerFailure(error) as Error).cause)).not.toContain(SECRET);
    expect(describeProviderError(new RangeError('full'))).toBe('RangeError: full');
    expect(describeProviderError(new ProviderTimeout())).toBe('ProviderTimeout: no answer in time');
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
    expect(isReplayed(error)).toBe(false);
  });
});
