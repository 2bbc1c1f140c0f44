import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { currentActor } from '../../../../feature/current-actor';
import { findModel } from '../../../../platform/strapi/models';
import { countEntries } from './audited-target';
import type { PersonalRead } from '../../../../feature/audited-actions';
import { auditedActionsOf } from './audited-actions';
import { recordAudit } from './record';

/**
 * Number of entries in a response that is recorded at once. Helping one student never needs so
 * many.
 */
const MANY_AT_ONCE = 50;

/**
 * Number of entries within an hour, over all responses, that is recorded. Each node counts for
 * itself.
 */
const MANY_WITHIN_HOUR = 200;

const HOUR = 3_600_000;

/** Maximum number of counted readers, more than the school has staff. */
const READERS = 2_000;

const typeOf = ({ strapi }: WithStrapi, ctx: Context, read: PersonalRead): string | undefined => {
  const { model = '', targetField = '' } = ctx.params as { model?: string; targetField?: string };
  if (read.of === 'type') return read.type;
  if (read.of === 'model') return model;
  return findModel({ strapi }, model)?.attributes[targetField]?.target;
};

/** Records bulk reads of personal data: many entries at once or over time. */
export const createReadWatch = ({ strapi }: WithStrapi) => {
  const { personalTypes } = auditedActionsOf({ strapi });
  const counts = new LRUCache<string, number>({ max: READERS, ttl: HOUR, noUpdateTTL: true });

  return async (ctx: Context, read: PersonalRead): Promise<void> => {
    const type = typeOf({ strapi }, ctx, read);
    if (type === undefined || !personalTypes.includes(type)) return;
    const { kind, id } = currentActor({ strapi });
    // Students read only their own data, and other callers have no access.
    if (kind !== 'user' && kind !== 'token') return;

    const rows = countEntries(ctx);
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
