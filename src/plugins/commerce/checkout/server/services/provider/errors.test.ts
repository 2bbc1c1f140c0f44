import Stripe from 'stripe';
import {
  describeProviderError,
  isMissing,
  isReplayed,
  NotAskedInTime,
  mapProviderError,
  ProviderTimeout,
} from './errors';

const { errors } = Stripe;

const SECRET = 'sk_test_secret ana@example.com';

const rawError = (overrides: object = {}) => ({
  message: SECRET,
  type: 'api_error' as const,
  ...overrides,
});

const invalidRequest = (overrides: object) =>
  new errors.StripeInvalidRequestError({ ...rawError(overrides), type: 'invalid_request_error' });

const codeOf = (error: unknown): unknown =>
  (mapProviderError(error) as { details?: { code?: unknown } }).details?.code;

describe('errors of the payment provider', () => {
  it.each<[string, Error, string]>([
    ['timeout of the service', new ProviderTimeout(), 'PROVIDER_TIMEOUT'],
    ['request not sent in time', new NotAskedInTime(), 'SERVICE_UNAVAILABLE'],
    [
      'connection timeout',
      new errors.StripeConnectionError(rawError({ detail: { code: 'ETIMEDOUT' } })),
      'PROVIDER_TIMEOUT',
    ],
    [
      'lost connection',
      new errors.StripeConnectionError({ ...rawError(), message: 'reset' }),
      'PROVIDER_UNREACHABLE',
    ],
    ['malformed response', new errors.StripeAPIError(rawError()), 'PROVIDER_ERROR'],
    ['internal error', new errors.StripeAPIError(rawError({ statusCode: 500 })), 'PROVIDER_ERROR'],
    ['rate limit', new errors.StripeRateLimitError(rawError({ statusCode: 429 })), 'PROVIDER_BUSY'],
    [
      'idempotency key in use',
      new errors.StripeIdempotencyError(rawError({ statusCode: 409 })),
      'PROVIDER_BUSY',
    ],
    ['refused request', invalidRequest({ statusCode: 400 }), 'PROVIDER_REFUSED'],
    [
      'refused credentials',
      new errors.StripeAuthenticationError(rawError({ statusCode: 401 })),
      'PROVIDER_REFUSED',
    ],
  ])('mapProviderError – %s – returns its code and is not a replay', (_, error, code) => {
    expect(codeOf(error)).toBe(code);
    expect(isReplayed(error)).toBe(false);
  });

  it.each([400, 402, 500])('isReplayed – replayed response %i – is true', (statusCode) => {
    const headers = { 'idempotent-replayed': 'true' };
    expect(isReplayed(new errors.StripeAPIError(rawError({ statusCode, headers })))).toBe(true);
  });

  it('describeProviderError – any error – omits messages of the provider', () => {
    const error = invalidRequest({
      statusCode: 400,
      code: 'parameter_invalid',
      requestId: 'req_1',
    });
    expect(describeProviderError(error)).toContain('parameter_invalid 400 req_1');
    expect(describeProviderError(error)).not.toContain(SECRET);
    expect(JSON.stringify((mapProviderError(error) as Error).cause)).not.toContain(SECRET);
    expect(describeProviderError(new RangeError('full'))).toBe('RangeError: full');
    expect(describeProviderError(new ProviderTimeout())).toBe('ProviderTimeout: no answer in time');
    expect(describeProviderError('what')).toBe('unknown');
  });

  it('isMissing – resource_missing of the provider – is true; other errors are false', () => {
    expect(isMissing(invalidRequest({ statusCode: 404, code: 'resource_missing' }))).toBe(true);
    expect(isMissing(invalidRequest({ statusCode: 400, code: 'parameter_invalid' }))).toBe(false);
    expect(isMissing(new Error('resource_missing'))).toBe(false);
  });

  it('mapProviderError – other error – returns it unchanged', () => {
    const error = new Error('disk full');
    expect(mapProviderError(error)).toBe(error);
    expect(isReplayed(error)).toBe(false);
  });
});
