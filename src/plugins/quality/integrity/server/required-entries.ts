import type { Core, UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import { contentTypesOf, hasDrafts } from '../../../../platform/strapi/models';
import { sqlInTransaction } from '../../../../platform/strapi/queries';
import { integrityErrors } from './errors';
import { localizedError } from '../../../../platform/http/localized-error';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';

type Row = {
  documentId: string;
  locale: string | null;
  title?: string;
  name?: string;
  label?: string | null;
  subject?: string | null;
};

/** Relations without which a published entry would apply to all entries of the target. */
const limiting: ReadonlySet<string> = new Set(['api::email-template.email-template vertical']);

const NAMED_AT_MOST = 5;

/**
 * Refuses to delete an entry without drafts, such as a business line, while a published entry
 * requires it. The API contract of that entry would break, or a text would be sent to all lines.
 * Entries with drafts may be deleted; their contracts allow a missing relation.
 */
export const refuseDeletingRequiredEntries = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): DocumentMiddleware => {
  const requiring = (target: string): { uid: UID.ContentType; attribute: string }[] =>
    contentTypesOf({ strapi })
      .filter((type) => type.uid.startsWith('api::') && hasDrafts(type))
      .flatMap(({ uid, attributes }) =>
        Object.entries(attributes)
          .filter(
            ([name, one]) =>
              one?.type === 'relation' &&
              one.target === target &&
              (one.required === true || limiting.has(`${uid} ${name}`)),
          )
          .map(([attribute]) => ({ uid, attribute })),
      );

  /** Waits for running writes that refer to the entry, and makes later ones wait for its deletion. */
  const lockRows = async (target: UID.ContentType, documentId: string): Promise<void> => {
    const table = escapeIdentifier(strapi.db.metadata.get(target).tableName);
    await sqlInTransaction({ strapi }, `SELECT FROM ${table} WHERE document_id = ? FOR UPDATE`, [
      documentId,
    ]);
  };

  const usersOf = async (target: string, documentId: string) => {
    const found = [];
    for (const { uid, attribute } of requiring(target)) {
      const rows = (await strapi.db.query(uid).findMany({
        where: { [attribute]: { documentId }, publishedAt: { $notNull: true } },
        orderBy: { id: 'asc' },
      })) as Row[];
      for (const { documentId: user, locale, ...row } of rows) {
        const title = row.title ?? row.name ?? row.label ?? row.subject ?? user;
        found.push({ uid, documentId: user, locale, title });
      }
    }
    return found;
  };

  return async (context, next) => {
    const { uid, action, contentType } = context;
    const { documentId } = context.params as { documentId?: string };
    if (action !== 'delete' || hasDrafts(contentType) || documentId === undefined) return next();
    await lockRows(uid, documentId);
    const entries = await usersOf(uid, documentId);
    if (entries.length === 0) return next();
    const names = [...new Set(entries.map(({ title }) => `“${title}”`))];
    const more = names.length > NAMED_AT_MOST ? ', …' : '';
    throw localizedError({ strapi }, integrityErrors.ENTRY_IN_USE, {
      subject: names.slice(0, NAMED_AT_MOST).join(', ') + more,
      details: { entries },
    });
  };
};
