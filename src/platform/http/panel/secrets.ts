import type { Context, Next } from 'koa';

/**
 * Attributes with credentials or their proofs. No response reveals those of other users.
 * `tests/panel/secrets.test.ts` fails when a model has such an attribute that is missing here.
 */
export const secretAttributes: ReadonlySet<string> = new Set([
  'password',
  'resetPasswordToken',
  'registrationToken',
  'confirmationToken',
  'sessionStamp',
  'stamp',
  'accessKey',
  'encryptedKey',
  'encrypted',
  'keyHash',
  'codeHash',
  'emailHash',
]);

const isPlainObject = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Returns whether a property is a credential. Models and layouts have keys of these names too, but
 * their values are objects.
 */
const isSecret = (name: string, value: unknown, allowed: ReadonlySet<string>): boolean =>
  secretAttributes.has(name) && !allowed.has(name) && typeof value !== 'object';

/**
 * Returns a JSON value without the values of secret attributes, at any depth. Returns the value
 * itself where there are none.
 *
 * @param allowed attributes that this response may hold
 */
export const withoutSecrets = (
  value: unknown,
  allowed: ReadonlySet<string> = new Set(),
): unknown => {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const clean = withoutSecrets(value[index], allowed);
      if (clean === value[index]) continue;
      copy ??= [...(value as unknown[])];
      copy[index] = clean;
    }
    return copy ?? value;
  }
  if (!isPlainObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (isSecret(name, inner, allowed)) {
      copy ??= { ...value };
      Reflect.deleteProperty(copy, name);
      continue;
    }
    const clean = withoutSecrets(inner, allowed);
    if (clean === inner) continue;
    copy ??= { ...value };
    copy[name] = clean;
  }
  return copy ?? value;
};

type Route = { method?: string; path?: string; info?: { type?: string } };

const none: ReadonlySet<string> = new Set();

/**
 * Routes that return a new credential to the user who requested it. Strapi shows an invitation's
 * link and the key of a token to administrators who may manage them.
 */
const handingOver: readonly { path: RegExp; allowed: ReadonlySet<string> }[] = [
  { path: /^POST \/admin\/users$/, allowed: new Set(['registrationToken']) },
  {
    path: /^[A-Z]+ \/admin\/(?:api-tokens|admin-tokens|transfer\/tokens)(?:\/|$)/,
    allowed: new Set(['accessKey']),
  },
];

const getAllowedSecrets = (ctx: Context): ReadonlySet<string> => {
  const request = `${ctx.method} ${ctx.path}`;
  return handingOver.find(({ path }) => path.test(request))?.allowed ?? none;
};

/**
 * Removes credentials from every JSON response of the panel's routes, Strapi's and ours. It is a
 * second barrier: some of Strapi's handlers use parts of the caller's query for reading and do not
 * sanitize the result.
 */
export const sanitizePanelResponses = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  const { route } = ctx.state as { route?: Route };
  const { body } = ctx as { body: unknown };
  if (route?.info?.type !== 'admin' || typeof body !== 'object' || body === null) return;
  const clean = withoutSecrets(body, getAllowedSecrets(ctx));
  if (clean !== body) ctx.body = clean;
};
