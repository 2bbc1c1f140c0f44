import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { hasProvenAddress } from './proven-address';
import { isDatabaseAway } from '../../../database/outage';

export type Student = {
  id: number;
  documentId: string;
  email: string;
  /** Whether what belongs to the address may be shown to the bearer of the account's token. */
  hasProvenAddress: boolean;
};

type User = Omit<Student, 'hasProvenAddress'> & {
  blocked: boolean | null;
  confirmed: boolean | null;
  confirmedAt: string | null;
};

type Tokens = { getToken: (ctx: Context) => Promise<{ id?: number } | null> | null };

/** The student whose valid token a request bears, or null. */
export const studentOf = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
): Promise<Student | null> => {
  const tokens = strapi.plugin('users-permissions').service('jwt') as unknown as Tokens;
  const payload = await Promise.resolve(tokens.getToken(ctx)).catch((error: unknown) => {
    // A token that could not be looked up says nothing: without this its bearer would buy as a stranger.
    if (isDatabaseAway(error)) throw error;
    return null;
  });
  if (typeof payload?.id !== 'number') return null;
  const user = (await strapi.db.query('plugin::users-permissions.user').findOne({
    where: { id: payload.id },
    select: ['id', 'documentId', 'email', 'blocked', 'confirmed', 'confirmedAt'],
  })) as User | null;
  if (user === null || user.blocked === true) return null;
  const { id, documentId, email } = user;
  return { id, documentId, email, hasProvenAddress: hasProvenAddress(user) };
};
