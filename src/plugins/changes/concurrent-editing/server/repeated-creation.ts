import { hash } from 'node:crypto';
import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { addContentManagerMiddleware, getEntryHandlers } from '#platform/strapi/routes';
import { sql, getTable } from '#platform/strapi/queries';
import { saveKeyNow, getCurrentAuthor } from './versions/author';
import { changeRecordsOf, isRecorded } from './versions/changes';
import { isMadeInForm } from './versions/expectation';

type Params = { locale?: unknown; data?: { documentId?: unknown } };

/** Strapi's handlers that create an entry from a form. */
const PUBLISH = 'collection-types.publish';
const HANDLERS: ReadonlySet<unknown> = new Set(['collection-types.create', PUBLISH]);

const MIDDLEWARE = 'plugin::concurrent-editing.repeated-creation';

/** Error that rolls back the creation of an entry that the same save has already created. */
class MadeBefore extends Error {
  constructor(readonly documentId: string) {
    super(`this save has made ${documentId} before`);
  }
}

/** Derives an id in the format of Strapi's ids: a letter, and 23 letters and digits. */
const deriveId = (parts: readonly unknown[]): string => {
  const number = BigInt(`0x${hash('sha256', JSON.stringify(parts))}`);
  return `m${number.toString(36).padStart(23, '0').slice(-23)}`;
};

/**
 * Makes repeated saves of a creation form create one entry, across all nodes. Clients that lose the
 * answer save again. The entry's id is derived from the user, the key and the content, so a
 * repetition finds the entry without a separate record.
 */
export const createIdempotentCreation = ({ strapi }: WithStrapi) => {
  const begun = new WeakSet<object>();
  const records = changeRecordsOf({ strapi });

  /** Returns null for unidentified requests and for further entries of the same request. */
  const deriveCreationId = (uid: UID.ContentType, { locale, data }: Params): string | null => {
    const ctx = strapi.requestContext.get();
    const key = saveKeyNow({ strapi });
    const { id } = getCurrentAuthor({ strapi });
    if (ctx === undefined || key === null || id === null || data?.documentId !== undefined) {
      return null;
    }
    if (!isRecorded(uid) || !isMadeInForm({ strapi }, uid) || begun.has(ctx)) return null;
    begun.add(ctx);
    return deriveId([id, uid, locale, key, (ctx.request as { body?: unknown }).body]);
  };

  return async <Result>(
    uid: UID.ContentType,
    params: Params,
    make: () => Result,
  ): Promise<Awaited<Result>> => {
    const documentId = deriveCreationId(uid, params);
    if (documentId === null) return await make();
    return await strapi.db.transaction(async ({ trx }) => {
      await sql({ strapi, trx }, 'SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `made ${documentId}`,
      ]);
      if ((await getTable({ strapi }, uid).count({ where: { documentId } })) > 0) {
        throw new MadeBefore(documentId);
      }
      // A deleted entry returns only from the bin. Reusing its id would bring back the changes of
      // other users.
      if (!(await records.isPutAway(uid, documentId, trx))) {
        params.data = { ...params.data, documentId };
      }
      return await make();
    });
  };
};

/** Answers a repeated creation with the existing entry. */
export const answerRepeatedCreation =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof MadeBefore)) throw error;
      const handlers = getEntryHandlers({ strapi });
      ctx.params = { ...(ctx.params as object), id: error.documentId };
      const { route } = ctx.state as { route?: { handler?: unknown } };
      await (route?.handler === PUBLISH ? handlers.publish(ctx) : handlers.findOne(ctx));
    }
  };

export const watchCreations = ({ strapi }: WithStrapi): void =>
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);
