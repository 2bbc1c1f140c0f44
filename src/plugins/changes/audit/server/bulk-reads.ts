import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { whoActs } from '../../../../feature/who-acts';
import { findModel } from '../../../../platform/strapi/models';
import { rowsIn } from './answer';
import { type PersonalRead, personalTypes } from './audited';
import { recordAudit } from './record';

/** Entries in one answer that are worth a record of their own: nobody reads so many to help one student. */
const MANY_AT_ONCE = 50;

/** Entries within an hour, in however many answers. Counted by each node for itself. */
const MANY_WITHIN_HOUR = 200;

const HOUR = 3_600_000;

/** Whoever reads; more of them at the same time than a school has people. */
const READERS = 2_000;

const typeOf = ({ strapi }: WithStrapi, ctx: Context, read: PersonalRead): string | undefined => {
  const { model = '', targetField = '' } = ctx.params as { model?: string; targetField?: string };
  if (read.of === 'type') return read.type;
  if (read.of === 'model') return model;
  return findModel({ strapi }, model)?.attributes[targetField]?.target;
};

/** Records who reads what is about people in bulk: much of it at once, or little by little. */
export const createReadWatch = ({ strapi }: WithStrapi) => {
  const counts = new LRUCache<string, number>({ max: READERS, ttl: HOUR, noUpdateTTL: true });

  return async (ctx: Context, read: PersonalRead): Promise<void> => {
    const type = typeOf({ strapi }, ctx, read);
    if (type === undefined || !personalTypes.includes(type)) return;
    const { kind, id } = whoActs({ strapi });
    // Students read their own, and nobody else is let in.
    if (kind !== 'user' && kind !== 'token') return;

    const rows = rowsIn(ctx);
    const target = { type, name: findModel({ strapi }, type)?.info.displayName ?? null };
    if (rows >= MANY_AT_ONCE) {
      await recordAudit({ strapi }, { action: 'personal-data.listed', target, details: { rows } });
      return;
    }
    const key = [kind, id, type].join(' ');
    const sum = (counts.get(key) ?? 0) + rows;
    if (sum < MANY_WITHIN_HOUR) {
      counts.set(key, sum);
      return;
    }
    counts.delete(key);
    const details = { rows: sum };
    await recordAudit({ strapi }, { action: 'personal-data.read-repeatedly', target, details });
  };
};
