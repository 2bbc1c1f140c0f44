import { hash } from 'node:crypto';
import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { entryHandlersOf } from '../../../../platform/strapi/entry-handlers';
import { sql, tableOf } from '../../../../platform/strapi/queries';
import { aroundContentManager } from '../../../../platform/strapi/routes';
import { saveKeyNow } from './save-key';
import { authorNow } from './versions/author';
import { changeRecordsOf } from './versions/changes';
import { isMadeInForm } from './versions/expectation';
import { isRecorded } from './versions/recorder';

type Params = { locale?: unknown; data?: { documentId?: unknown } };

/** Strapi's handlers that make an entry of a form. */
const PUBLISH = 'collection-types.publish';
const HANDLERS: ReadonlySet<unknown> = new Set(['collection-types.create', PUBLISH]);

const MIDDLEWARE = 'plugin::concurrent-editing.repeated-creation';

/** Thrown so that whatever goes along with the making of an entry is undone: the same save has made it before. */
class MadeBefore extends Error {
  constructor(readonly documentId: string) {
    super(`this save has made ${documentId} before`);
  }
}

/** In the form of Strapi's own ids: a letter, and 23 letters and digits. */
const idFrom = (parts: readonly unknown[]): string => {
  const number = BigInt(`0x${hash('sha256', JSON.stringify(parts))}`);
  return `m${number.toString(36).padStart(23, '0').slice(-23)}`;
};

/**
 * Has a save of the form for new entries make one entry, however often and at however many nodes it arrives: whoever
 * lost the answer saves again. The entry's id follows from who saves what under which key, so that a repetition finds
 * what was made, without a record of its own.
 */
export const makeOnce = ({ strapi }: WithStrapi) => {
  const begun = new WeakSet<object>();
  const records = changeRecordsOf({ strapi });

  /** Null for what cannot be recognised, and for what else a request makes. */
  const idOf = (uid: UID.ContentType, { locale, data }: Params): string | null => {
    const ctx = strapi.requestContext.get();
    const key = saveKeyNow({ strapi });
    const { id } = authorNow({ strapi });
    if (ctx === undefined || key === null || id === null || data?.documentId !== undefined) {
      return null;
    }
    if (!isRecorded(uid) || !isMadeInForm({ strapi }, uid) || begun.has(ctx)) return null;
    begun.add(ctx);
    return idFrom([id, uid, locale, key, (ctx.request as { body?: unknown }).body]);
  };

  return async <Result>(
    uid: UID.ContentType,
    params: Params,
    make: () => Result,
  ): Promise<Awaited<Result>> => {
    const documentId = idOf(uid, params);
    if (documentId === null) return await make();
    return await strapi.db.transaction(async ({ trx }) => {
      await sql({ strapi, trx }, 'SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `made ${documentId}`,
      ]);
      if ((await tableOf({ strapi }, uid).count({ where: { documentId } })) > 0) {
        throw new MadeBefore(documentId);
      }
      // What was deleted since comes back from the bin only: under its id would come what others did with it.
      if (!(await records.isPutAway(uid, documentId, trx))) {
        params.data = { ...params.data, documentId };
      }
      return await make();
    });
  };
};

/** Answers a repetition with the entry that is there. */
export const answerRepeatedCreation =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof MadeBefore)) throw error;
      const handlers = entryHandlersOf({ strapi });
      ctx.params = { ...(ctx.params as object), id: error.documentId };
      const { route } = ctx.state as { route?: { handler?: unknown } };
      await (route?.handler === PUBLISH ? handlers.publish(ctx) : handlers.findOne(ctx));
    }
  };

export const watchCreations = ({ strapi }: WithStrapi): void =>
  aroundContentManager({ strapi }, HANDLERS, MIDDLEWARE);
