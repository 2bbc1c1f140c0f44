import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createTitleFilter } from '#catalogue/access/hidden-entries';
import { createReferencePaths } from '#catalogue/references/reference-paths';
import { joinOwners } from '#catalogue/references/uses-statement';
import { MEDIA_UID, createModelLookup } from '#delivery/plan/model';
import { buildTitleSql } from '#catalogue/row-expressions';
import { createPermissionFilter } from '#feature/permission-filter';
import { createLocalizedError } from '#platform/http/localized-error';
import { findModel, listContentTypes, hasDrafts } from '#platform/strapi/models';
import { inRunningTransaction, sql, getTable } from '#platform/strapi/queries';
import { linkConditions, createTableLookup } from '#platform/strapi/tables';
import { addFileDeletionCheck } from '#platform/strapi/upload-services';
import { isComparable } from '#platform/http/queries/column-values';
import { integrityErrors } from './errors';
import type { Core, UID } from '@strapi/types';
import type { DocumentMiddleware } from '#platform/documents/pipeline';

type EntryRow = {
  documentId: string;
  locale: string | null;
  title?: string;
  name?: string;
  label?: string | null;
  subject?: string | null;
};

/** Relations without which a published entry would apply to all entries of the target. */
const limiting: ReadonlySet<string> = new Set(['api::email-template.email-template vertical']);

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
  const findRequiring = (target: string): { uid: UID.ContentType; attribute: string }[] =>
    listContentTypes({ strapi })
      .filter((type) => type.uid.startsWith('api::') && hasDrafts(type))
      .flatMap(({ uid, attributes }) =>
        Object.entries(attributes)
          .filter(
            ([name, attribute]) =>
              attribute?.type === 'relation' &&
              attribute.target === target &&
              (attribute.required === true || limiting.has(`${uid} ${name}`)),
          )
          .map(([attribute]) => ({ uid, attribute })),
      );

  const loadRequiringEntries = async (target: string, documentId: string) => {
    const entries = [];
    for (const { uid, attribute } of findRequiring(target)) {
      const rows = (await strapi.db.query(uid).findMany({
        where: { [attribute]: { documentId }, publishedAt: { $notNull: true } },
        orderBy: { id: 'asc' },
      })) as EntryRow[];
      for (const { documentId: user, locale, ...row } of rows) {
        const title = row.title ?? row.name ?? row.label ?? row.subject ?? user;
        entries.push({ uid, documentId: user, locale, title });
      }
    }
    return entries;
  };

  return async (context, next) => {
    const { uid, action, contentType } = context;
    const { documentId } = context.params as { documentId?: string };
    if (action !== 'delete' || hasDrafts(contentType) || documentId === undefined) return next();
    const requiringAll = await loadRequiringEntries(uid, documentId);
    if (requiringAll.length === 0) return next();
    const titleFor = await createTitleFilter({ strapi }, requiringAll);
    const entries = requiringAll.map((entry) => ({
      ...entry,
      title: titleFor(entry, entry.title),
    }));
    const names = [...new Set(entries.map(({ title }) => `“${title}”`))];
    const more = names.length > NAMED_AT_MOST ? ', …' : '';
    throw createLocalizedError({ strapi }, integrityErrors.ENTRY_IN_USE, {
      subject: names.slice(0, NAMED_AT_MOST).join(', ') + more,
      details: { entries },
    });
  };
};

/** Published entry that requires a file. */
type MediaUser = { uid: string; documentId: string; locale: string | null; title: string };

const NAMED_AT_MOST = 5;

/**
 * Creates a finder of the published entries that require some files, in attributes of their own or
 * of their components. It works for every type.
 */
const createMediaUsers = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const selects = createReferencePaths({ strapi })
    .to(MEDIA_UID)
    .filter(({ last: { owner, attribute } }) => {
      return findModel({ strapi }, owner)?.attributes[attribute]?.required === true;
    })
    .map((path) => {
      const { root, last } = path;
      const { hasDrafts, isLocalized } = models(root);
      const link = tables(last.owner).link(last.attribute);
      const conditions = [
        `l.${escapeIdentifier(link.to)} = ANY(CAST(:files AS integer[]))`,
        ...linkConditions(link, 'l'),
        ...(hasDrafts ? ['r.published_at IS NOT NULL'] : []),
      ];
      return `SELECT r.id, ${escapeLiteral(root)} AS uid, r.document_id, ${isLocalized ? 'r.locale' : 'NULL'} AS locale,
          coalesce(${buildTitleSql({ models, tables }, root, 'r')}, r.document_id) AS title
        FROM ${escapeIdentifier(link.table)} l ${joinOwners(tables, path, `l.${escapeIdentifier(link.from)}`)}
        WHERE ${conditions.join(' AND ')}`;
    });
  const statement = `${selects.join(' UNION ')} ORDER BY uid, id`;

  return async (files: readonly number[]): Promise<MediaUser[]> => {
    if (files.length === 0 || selects.length === 0) return [];
    const { rows } = await inRunningTransaction({ strapi }, (connection) =>
      sql(connection, statement, { files }),
    );
    return rows.map(({ uid, document_id: documentId, locale, title }) => ({
      uid: String(uid),
      documentId: String(documentId),
      locale: typeof locale === 'string' ? locale : null,
      title: String(title),
    }));
  };
};

const toPublishedUse = ({ uid, documentId }: MediaUser) => ({ uid, documentId, isPublished: true });

/**
 * Refuses to delete files that published entries require: single files, selections and folders. A
 * selection with one such file is refused as a whole. Entries that the user may not read are only
 * counted.
 */
export const guardMedia = ({ strapi }: WithStrapi): void => {
  const usersOf = createMediaUsers({ strapi });
  const permissionFilter = createPermissionFilter({ strapi });

  const requireUnused = async (fileIds: readonly number[]): Promise<void> => {
    // Other values are not valid file ids; Strapi refuses them.
    const entries = await usersOf(fileIds.filter((id) => isComparable('increments', id)));
    if (entries.length === 0) return;
    const mayRead = await permissionFilter(entries.map(toPublishedUse));
    const readableUses = entries.filter((entry) => mayRead(toPublishedUse(entry)));
    const names = [...new Set(readableUses.map(({ title }) => `“${title}”`))];
    const isMore = names.length > NAMED_AT_MOST || readableUses.length < entries.length;
    throw createLocalizedError({ strapi }, integrityErrors.MEDIA_IN_USE, {
      subject: [...names.slice(0, NAMED_AT_MOST), ...(isMore ? ['…'] : [])].join(', '),
      details: { entries: readableUses, unnamed: entries.length - readableUses.length },
    });
  };

  const requireUnusedWhere = async (where: object): Promise<void> => {
    const files = await getTable<{ id: number }>({ strapi }, MEDIA_UID).findMany({
      where,
      select: ['id'],
    });
    await requireUnused(files.map(({ id }) => id));
  };

  addFileDeletionCheck({ strapi }, requireUnused);

  // Guards deletions that bypass the upload plugin's services.
  strapi.db.lifecycles.subscribe({
    models: [MEDIA_UID],
    beforeDelete: ({ params }) => requireUnusedWhere(params.where as object),
    beforeDeleteMany: ({ params }) => requireUnusedWhere(params.where as object),
  });
};
