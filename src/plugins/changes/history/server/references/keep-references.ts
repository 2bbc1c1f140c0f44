import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { lockSorted } from '#platform/database/sorted-locks';
import { isPublishing, type WriteParameters } from '#platform/strapi/document-actions';
import { createModelLookup } from '#delivery/plan/model';
import { getTable, runSqlInTransaction } from '#platform/strapi/queries';
import { createRestoreReferences } from './restore-references';
import type { Root } from '../../changes';
import { createLinks } from '../recording/links';
import { hasHistory } from '../state';
import { escapeIdentifier } from 'pg';
import { isContent } from '#catalogue/content-attributes';
import { createTableLookup } from '#platform/strapi/tables';

/** Link of an entry of another type to a draft, with its positions on both sides. */
type InverseLink = {
  locale: string;
  other: number;
  position: number | null;
  positionAtOther: number | null;
};

type InverseLinks = {
  /** Row ids of the drafts of an entry. */
  drafts: readonly number[];
  /** Links to the drafts, by the attribute that lists them there. */
  byAttribute: ReadonlyMap<string, readonly InverseLink[]>;
};

/** Reads and restores the links to an entry's drafts that belong to drafts of other entries. */
const createInverseLinks = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });

  const run = async (statement: string, bindings: Record<string, unknown>) =>
    runSqlInTransaction({ strapi }, statement, bindings);

  const listInverseAttributes = (uid: string): readonly string[] =>
    Object.entries(models(uid).attributes).flatMap(([name, { kind, mappedBy, target = '' }]) => {
      const isInverse = isContent(name) && kind === 'relation' && mappedBy !== undefined;
      return isInverse && models(target).hasDrafts ? [name] : [];
    });

  const buildDraftsSql = (uid: string): string =>
    `SELECT d.id, coalesce(d.locale, '') AS locale FROM ${escapeIdentifier(tables(uid).name)} d
     WHERE d.document_id = :documentId AND d.published_at IS NULL`;

  const quoteLinkNames = (uid: string, attribute: string) => {
    const { table, from, to, order, orderAtTarget } = tables(uid).link(attribute);
    const quoteColumn = (column: string | null): string | null =>
      column === null ? null : escapeIdentifier(column);
    return {
      table: escapeIdentifier(table),
      from: escapeIdentifier(from),
      to: escapeIdentifier(to),
      order: quoteColumn(order),
      orderAtTarget: quoteColumn(orderAtTarget),
    };
  };

  return {
    async read(uid: string, documentId: string): Promise<InverseLinks> {
      const byAttribute = new Map<string, readonly InverseLink[]>();
      for (const attribute of listInverseAttributes(uid)) {
        const { table, from, to, order, orderAtTarget } = quoteLinkNames(uid, attribute);
        const buildPositionSql = (column: string | null): string =>
          column === null ? 'NULL' : `CAST(l.${column} AS float8)`;
        const { rows } = await run(
          `SELECT d.locale, l.${to} AS other, ${buildPositionSql(order)} AS position,
             ${buildPositionSql(orderAtTarget)} AS "positionAtOther"
           FROM ${table} l JOIN (${buildDraftsSql(uid)}) d ON d.id = l.${from}`,
          { documentId },
        );
        byAttribute.set(attribute, rows as InverseLink[]);
      }
      const { rows: drafts } = await run(buildDraftsSql(uid), { documentId });
      return { drafts: drafts.map(({ id }) => Number(id)), byAttribute };
    },

    /**
     * Replaces the links to the drafts of an entry that are new since. Those in other locales keep
     * theirs, which other users may have changed meanwhile.
     */
    async restore(
      uid: string,
      documentId: string,
      { drafts, byAttribute }: InverseLinks,
    ): Promise<void> {
      const replaced = `${buildDraftsSql(uid)} AND d.id <> ALL(CAST(:drafts AS int[]))`;
      const bindings = { documentId, drafts: [...drafts] };
      for (const [attribute, links] of byAttribute) {
        const { table, from, to, order, orderAtTarget } = quoteLinkNames(uid, attribute);
        const other = escapeIdentifier(
          tables(models(uid).attributes[attribute]?.target ?? '').name,
        );
        const columns = [from, to, order, orderAtTarget].filter((column) => column !== null);
        const values = [
          'd.id',
          'k.other',
          ...(order === null ? [] : ['k.position']),
          ...(orderAtTarget === null ? [] : ['k."positionAtOther"']),
        ];
        await run(
          `DELETE FROM ${table} WHERE ${from} IN (SELECT d.id FROM (${replaced}) d)`,
          bindings,
        );
        await run(
          `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
           FROM jsonb_to_recordset(CAST(:links AS jsonb))
             AS k (locale text, other integer, position float8, "positionAtOther" float8)
           JOIN ${other} o ON o.id = k.other
           JOIN (${replaced}) d ON d.locale = k.locale`,
          { ...bindings, links: JSON.stringify(links) },
        );
      }
    },
  };
};

type Version = { updatedAt: Date; publishedAt: Date | null };

/**
 * Keeps references to entries while these are not published. Strapi loses them in two ways
 * (https://github.com/strapi/strapi/issues/24280, https://github.com/strapi/strapi/issues/25361):
 *
 * - Discarding copies the published version, which cannot have them. They are copied from the
 *   replaced draft instead. References that belong to other drafts, such as the channel of a course,
 *   stay as they are: discarding a channel discards no change of a course.
 * - Unpublishing an entry removes it from components of published entries. Publishing restores it
 *   there if the draft of the component still has it and is not modified.
 */
export const keepReferences = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const create = () => ({
    models: createModelLookup({ strapi }),
    links: createLinks({ strapi }),
    restore: createRestoreReferences({ strapi }),
    inverse: createInverseLinks({ strapi }),
  });
  let created: ReturnType<typeof create> | undefined;

  /** Returns whether an entry is published and its draft has not been changed since. */
  const isUnmodified = async ({ uid, documentId, locale }: Root): Promise<boolean> => {
    const versions = await getTable<Version>({ strapi }, uid as UID.ContentType).findMany({
      where: { documentId, locale: locale === '' ? null : locale },
      select: ['updatedAt', 'publishedAt'],
    });
    const draft = versions.find(({ publishedAt }) => publishedAt === null);
    const published = versions.find(({ publishedAt }) => publishedAt !== null);
    if (draft === undefined || published === undefined) return false;
    return new Date(draft.updatedAt).getTime() <= new Date(published.updatedAt).getTime();
  };

  const restoreInComponents = async (uid: string, documentId: string): Promise<void> => {
    created ??= create();
    const { models, links, restore } = created;
    const find = async () =>
      (await links.fromDraftComponents(uid, documentId)).filter(
        ({ root }) => models(root.uid).hasDrafts,
      );
    const holders = (await find()).map(({ root }) => `${root.uid} ${root.documentId}`);
    if (holders.length === 0) return;
    // A simultaneous publication would replace the components.
    await strapi.db.transaction(({ trx }) => lockSorted({ strapi, trx }, [...new Set(holders)]));
    const unmodified = new Map<string, boolean>();
    for (const link of await find()) {
      const key = JSON.stringify({ ...link.root, title: null });
      if (!unmodified.has(key)) unmodified.set(key, await isUnmodified(link.root));
      if (unmodified.get(key) !== true) continue;
      const root = { ...link.root, isPublished: true };
      await restore(uid, documentId, [{ ...link, isPublished: true, root }]);
    }
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as WriteParameters;
    if (!hasHistory(uid)) return next();

    if (action === 'discardDraft' && params.documentId !== undefined) {
      created ??= create();
      const { links, restore, inverse } = created;
      const references = await links.toUnpublished(uid, params.documentId);
      const ofOthers = await inverse.read(uid, params.documentId);
      const result = await next();
      await inverse.restore(uid, params.documentId, ofOthers);
      for (const { target, ...link } of references) {
        await restore(target.uid, target.documentId, [link]);
      }
      return result;
    }

    const result = await next();
    if (isPublishing(action, params)) {
      const documentId = params.documentId ?? (result as WriteParameters | null)?.documentId;
      if (documentId !== undefined) await restoreInComponents(uid, documentId);
    }
    return result;
  };
};
