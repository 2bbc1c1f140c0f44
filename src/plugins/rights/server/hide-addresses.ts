import type { Core } from '@strapi/types';
import { mayReadUsers, USER } from '../../../strapi/ability-now';
import { findModel } from '../../../strapi/models';
import type { Applied } from '../../../strapi/permitted-query';
import { FILE } from './uids';

type WithStrapi = { strapi: Core.Strapi };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const named = ({ id, firstname, lastname, username }: Fields): Fields => ({
  id,
  firstname,
  lastname,
  // Some sign in with their address as their name.
  username: typeof username === 'string' && username.includes('@') ? null : username,
});

const uidOf = (model: ReturnType<typeof findModel>, name: string, value: Fields) => {
  const { type, target, component } = model?.attributes[name] ?? {};
  if (type === 'media') return FILE;
  return target ?? component ?? (value.__component as string | undefined);
};

const withNames = (context: WithStrapi, uid: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => withNames(context, uid, one));
  if (!isFields(value)) return value;
  if (uid === USER) return named(value);
  const model = findModel(context, uid);
  for (const [name, inner] of Object.entries(value)) {
    if (!isFields(inner) || model?.attributes[name] === undefined) continue;
    const parts = Array.isArray(inner) ? inner : [inner];
    const shown = parts.map((part: unknown) => {
      const of = isFields(part) ? uidOf(model, name, part) : undefined;
      return of === undefined ? part : withNames(context, of, part);
    });
    value[name] = Array.isArray(inner) ? shown : shown[0];
  }
  return value;
};

/**
 * Leaves of administrators, who have made or changed what a response shows, only their names: their addresses are what
 * they sign in with. Whoever may see the users of the panel is shown the rest as well.
 *
 * @param output is changed
 */
export const hideAddresses = (
  context: WithStrapi,
  { uid, ability }: Applied,
  output: unknown,
): unknown => (mayReadUsers(ability) ? output : withNames(context, uid, output));
