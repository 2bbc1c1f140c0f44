import type { Context } from 'koa';
import type { Actor } from '#feature/current-actor';
import type { AuditedRoute, AuditDetail, AuditTarget } from '#feature/audit';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toValues = (value: unknown): Values => (isObject(value) ? value : {});

/** Returns the values that a request sent in its query and body. */
const getSentValues = (ctx: Context): Values => {
  const { body } = ctx.request as { body?: unknown };
  return { ...ctx.query, ...toValues(body) };
};

const listResponseObjects = (ctx: Context): readonly Values[] => {
  const { data } = toValues(ctx.body);
  return [data ?? ctx.body].flat().filter(isObject);
};

const findText = (values: Values, ...names: readonly string[]): string | null => {
  const text = names
    .map((name) => values[name])
    .find((value) => typeof value === 'string' && value);
  return typeof text === 'string' ? text : null;
};

const findId = (values: Values): string | null => {
  const { documentId, id } = values;
  const identifier = id ?? documentId;
  return typeof identifier === 'string' || typeof identifier === 'number'
    ? String(identifier)
    : null;
};

/**
 * Returns the e-mail address of a request. Users may type a password into this field, so only valid
 * addresses are kept.
 */
const findEmail = (values: Values): string | null => {
  const address = findText(values, 'email');
  return address !== null && /^[^\s@]+@[^\s@]+$/.test(address) ? address : null;
};

const joinTexts = (texts: readonly (string | null)[]): string | null => {
  const present = texts.filter((text) => text !== null);
  return present.length === 0 ? null : present.join(', ');
};

const NAMES = ['name', 'email', 'displayName', 'username', 'code'] as const;

/** Returns the target of a request, from its path, response and body. */
export const getAuditTarget = (ctx: Context, { target: type }: AuditedRoute): AuditTarget => {
  const params = toValues(ctx.params);
  const objects = listResponseObjects(ctx);
  const [parameter = null] = ['id', 'uid', 'role', 'documentId'].flatMap(
    (name) => findText(params, name) ?? [],
  );
  return {
    type,
    id: parameter ?? joinTexts(objects.map(findId)),
    name:
      joinTexts(objects.map((object) => findText(object, ...NAMES))) ??
      findEmail(getSentValues(ctx)),
  };
};

/** Returns the account of a failed sign-in. */
export const signInTarget = (ctx: Context, { target: type }: AuditedRoute): AuditTarget => ({
  type,
  name: findEmail(getSentValues(ctx)),
});

/** Returns the user in a response as the actor. */
export const findSignedInUser = (
  ctx: Context,
): { actor: Actor; target: Pick<AuditTarget, 'id' | 'name'> } | null => {
  const [response = {}] = listResponseObjects(ctx);
  const user = toValues(response.user);
  const [id, email] = [findId({ id: user.id }), findText(user, 'email')];
  if (id === null) return null;
  const name = [findText(user, 'firstname'), findText(user, 'lastname')].filter(Boolean).join(' ');
  const displayName = [name, email === null || name === '' ? email : `<${email}>`];
  return {
    actor: { kind: 'user', id, name: displayName.filter(Boolean).join(' ') || null },
    target: { id, name: email },
  };
};

/** Returns whether the response contains the value of a token. */
export const hasSecret = (ctx: Context): boolean =>
  listResponseObjects(ctx).some(
    ({ accessKey }) => typeof accessKey === 'string' && accessKey !== '',
  );

const MAX_ITEMS = 40;

const LONGEST = 100;

const toAuditDetail = (value: unknown): AuditDetail | null => {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return value.slice(0, LONGEST);
  if (!Array.isArray(value)) return null;
  const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
  return plain.slice(0, MAX_ITEMS).map((item) => String(item).slice(0, LONGEST));
};

/** Returns the details of a request, limited to the fields that its route lists. */
export const collectAuditDetails = (
  ctx: Context,
  { recordedValues = [], recordedFields = [] }: AuditedRoute,
): Readonly<Record<string, AuditDetail>> => {
  const sentValues = getSentValues(ctx);
  const values = recordedValues.flatMap((name): [string, AuditDetail][] => {
    const value = toAuditDetail(sentValues[name]);
    return value === null ? [] : [[name, value]];
  });
  const changedFields = recordedFields.filter((name) => sentValues[name] !== undefined);
  return {
    ...Object.fromEntries(values),
    ...(changedFields.length > 0 && { changed: changedFields }),
  };
};

export const countEntries = (ctx: Context): number => {
  const { results, data } = toValues(ctx.body);
  const list = results ?? data ?? ctx.body;
  if (Array.isArray(list)) return list.length;
  return isObject(list) ? 1 : 0;
};
