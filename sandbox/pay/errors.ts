export type ProviderError = { message: string; type: string; code?: string; param?: string };

/** An error in the provider's format. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: ProviderError,
  ) {
    super(error.message);
  }
}

const invalid = (
  status: number,
  message: string,
  extra: { code?: string; param?: string } = {},
): Refusal => new Refusal(status, { message, type: 'invalid_request_error', ...extra });

export const missing = (kind: string, id: string, param = 'id'): Refusal =>
  invalid(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

export const parameterMissing = (param: string): Refusal =>
  invalid(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const parameterUnknown = (param: string): Refusal =>
  invalid(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

export const parameterInvalid = (param: string, message: string): Refusal =>
  invalid(400, message, { param });

export const currenciesCombined = (currency: string): Refusal =>
  invalid(
    400,
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, ' +
      `discount, quote, or invoice item with currency ${currency}.`,
  );

export const unauthorized = (): Refusal =>
  invalid(401, 'Invalid API Key provided. Use the secret key of an account of this sandbox.');

export const unknownRoute = (method: string, path: string): Refusal =>
  invalid(404, `Unrecognized request URL (${method}: ${path}).`);

export const keyInUse = (): Refusal =>
  new Refusal(409, {
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this idempotency key (that probably ' +
      'means you submitted twice, and the other request is still going through): try again shortly.',
    type: 'idempotency_error',
  });

export const keyReused = (key: string): Refusal =>
  new Refusal(400, {
    message:
      `Keys for idempotent requests can only be used with the same parameters they were first used ` +
      `with. Try using a key other than '${key}' if you meant to execute a different request.`,
    type: 'idempotency_error',
  });
