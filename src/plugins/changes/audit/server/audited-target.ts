import type { Context } from 'koa';
import type { Actor } from '#feature/current-actor';
import type { AuditedRoute, AuditDetail, AuditTarget } from '#feature/audit';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valuesIn = (value: unknown): Values => (isObject(value) ? value : {});

/** Returns the values that a request sent in its query and body. */
const sentIn = (ctx: Context): Values => {
  const { body } = ctx.request as { body?: unknown };
  return { ...ctx.query, ...valuesIn(body) };
};

const objectsIn = (ctx: Context): readonly Values[] => {
  const { data } = valuesIn(ctx.body);
  return [data ?? ctx.body].flat().filter(isObject);
};

const textIn = (values: Values, ...names: readonly string[]): string | null => {
  const text = names
    .map((name) => values[name])
    .find((value) => typeof value === 'string' && value);
  return typeof text === 'string' ? text : null;
};

const idIn = (values: Values): string | null => {
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
const addressIn = (values: Values): string | null => {
  const address = textIn(values, 'email');
  return address !== null && /^[^\s@]+@[^\s@]+$/.test(address) ? address : null;
};

const joinTexts = (texts: readonly (string | null)[]): string | null => {
  const present = texts.filter((text) => text !== null);
  return present.length === 0 ? null : present.join(', ');
};

const NAMES = ['name', 'email', 'displayName', 'username', 'code'] as const;

/** Returns the target of a request, from its path, response and body. */
export const targetOf = (ctx: Context, { target: type }: AuditedRoute): AuditTarget => {
  const params = valuesIn(ctx.params);
  const objects = objectsIn(ctx);
  const [parameter = null] = ['id', 'uid', 'role', 'documentId'].flatMap(
    (name) => textIn(params, name) ?? [],
  );
  return {
    type,
    id: parameter ?? joinTexts(objects.map(idIn)),
    name: joinTexts(objects.map((object) => textIn(object, ...NAMES))) ?? addressIn(sentIn(ctx)),
  };
};

/** Returns the account of a failed sign-in. */
export const signInTarget = (ctx: Context, { target: type }: AuditedRoute): AuditTarget => ({
  type,
  name: addressIn(sentIn(ctx)),
});

/** Returns the user in a response as the actor. */
export const signedInUser = (
  ctx: Context,
): { actor: Actor; target: Pick<AuditTarget, 'id' | 'name'> } | null => {
  const [response = {}] = objectsIn(ctx);
  const user = valuesIn(response.user);
  const [id, email] = [idIn({ id: user.id }), textIn(user, 'email')];
  if (id === null) return null;
  const name = [textIn(user, 'firstname'), textIn(user, 'lastname')].filter(Boolean).join(' ');
  const displayName = [name, email === null || name === '' ? email : `<${email}>`];
  return {
    actor: { kind: 'user', id, name: displayName.filter(Boolean).join(' ') || null },
    target: { id, name: email },
  };
};

/** Returns whether the response contains the value of a token. */
export const showsSecret = (ctx: Context): boolean =>
  objectsIn(ctx).some(({ accessKey }) => typeof accessKey === 'string' && accessKey !== '');

const MAX_ITEMS = 40;

const LONGEST = 100;

const plainIn = (value: unknown): AuditDetail | null => {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return value.slice(0, LONGEST);
  if (!Array.isArray(value)) return null;
  const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
  return plain.slice(0, MAX_ITEMS).map((item) => String(item).slice(0, LONGEST));
};

/** Returns the details of a request, limited to the fields that its route lists. */
export const detailsOf = (
  ctx: Context,
  { recordedValues = [], recordedFields = [] }: AuditedRoute,
): Readonly<Record<string, AuditDetail>> => {
  const sentValues = sentIn(ctx);
  const values = recordedValues.flatMap((name): [string, AuditDetail][] => {
    const value = plainIn(sentValues[name]);
    return value === null ? [] : [[name, value]];
  });
  const changedFields = recordedFields.filter((name) => sentValues[name] !== undefined);
  return {
    ...Object.fromEntries(values),
    ...(changedFields.length > 0 && { changed: changedFields }),
  };
};

export const countEntries = (ctx: Context): number => {
  const { results, data } = valuesIn(ctx.body);
  const list = results ?? data ?? ctx.body;
  if (Array.isArray(list)) return list.length;
  return isObject(list) ? 1 : 0;
};
