import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isContent } from '#catalogue/content-attributes';
import { createModelLookup } from '#delivery/plan/model';
import { buildContentSql } from '#catalogue/row-expressions';
import { runPreparedSql, getTable } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { listContentAttributes } from '../state';

type SavedRow = { id: number; updatedAt?: unknown };

type Data = Readonly<Record<string, unknown>>;

/** Returns the statement that gives unmodified drafts of a document their published versions' time. */
const buildUpdateSql = ({ strapi }: WithStrapi, uid: string): string => {
  const compilation = {
    models: createModelLookup({ strapi }),
    tables: createTableLookup({ strapi }),
  };
  const { name, column } = compilation.tables(uid);
  const [table, document, locale, published, updated] = [
    name,
    ...['documentId', 'locale', 'publishedAt', 'updatedAt'].map(column),
  ].map(escapeIdentifier);
  const buildRowContentSql = (alias: string): string =>
    buildContentSql(
      {
        ...compilation,
        attributesOf: (modelUid) =>
          listContentAttributes(compilation.models, modelUid).map(([attribute]) => attribute),
        // Titles of references may differ between drafts and published versions.
        reference: (target, row) => {
          if (target === 'plugin::upload.file') return `to_jsonb(${row}.id)`;
          const { isLocalized } = compilation.models(target);
          return isLocalized
            ? `jsonb_build_array(${row}.document_id, ${row}.locale)`
            : `to_jsonb(${row}.document_id)`;
        },
      },
      uid,
      alias,
    );
  /** Compares the entries that list a row, as publishing the draft would make them list its published version. */
  const areListedAlike = (attribute: string, target: string): string => {
    const { table: links, from, to } = compilation.tables(uid).link(attribute);
    const other = compilation.tables(target);
    const [ownTable, id, link] = [other.name, from, to].map(escapeIdentifier);
    const [otherDocument, otherLocale, otherPublished] = [
      ...['documentId', 'locale', 'publishedAt'].map((name) =>
        escapeIdentifier(other.column(name)),
      ),
    ];
    const linked = `${escapeIdentifier(links)} l WHERE l.${id} =`;
    return `ARRAY(SELECT DISTINCT o.id FROM ${ownTable} t JOIN ${ownTable} o ON o.${otherDocument} = t.${otherDocument}
        AND o.${otherLocale} IS NOT DISTINCT FROM t.${otherLocale} AND o.${otherPublished} IS NOT NULL
        WHERE t.id IN (SELECT l.${link} FROM ${linked} d.id) ORDER BY o.id)
      = ARRAY(SELECT DISTINCT l.${link} FROM ${linked} p.id ORDER BY l.${link})`;
  };
  const inverse = Object.entries(compilation.models(uid).attributes).flatMap(
    ([name, { kind, mappedBy, target = '' }]) =>
      isContent(name) &&
      kind === 'relation' &&
      mappedBy !== undefined &&
      compilation.models(target).hasDrafts
        ? [areListedAlike(name, target)]
        : [],
  );
  // `CASE` compares only what is necessary. The planner would use other conditions for a hash join,
  // and read all content and thousands of links of each version.
  return `
    UPDATE ${table} d SET ${updated} = p.${updated} FROM ${table} p
    WHERE d.${document} = :document AND p.${document} = d.${document}
      AND d.${locale} IS NOT DISTINCT FROM p.${locale}
      AND d.${published} IS NULL AND p.${published} IS NOT NULL AND d.${updated} > p.${updated}
      AND CASE WHEN ${buildRowContentSql('d')} = ${buildRowContentSql('p')} THEN ${['true', ...inverse].join(' AND ')} END
    RETURNING d.id`;
};

/** Returns whether a save changes a relation. Forms send an unchanged one with empty lists. */
const isRelationChange = (value: unknown): boolean => {
  if (value === undefined) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value) || 'set' in value) return true;
  return Object.values(value).some((list: unknown) => !Array.isArray(list) || list.length > 0);
};

/**
 * Creates the function that clears the state "Modified" of drafts that a save has made equal to the
 * published version, as an undo or a restoration does. Strapi compares update times, and its own
 * "Discard changes" also gives the draft the time of the published version.
 */
export const createModifiedClearing = ({ strapi }: WithStrapi) => {
  const statements = new Map<string, string>();

  /**
   * @param data what was saved. The order of relations that other entries store is not compared, so a
   * draft whose save changes them remains "Modified"
   * @param written the saved draft, which gets the time that it has afterwards
   */
  return async (
    uid: string,
    documentId: string,
    { data = {}, written }: { data?: Data | undefined; written: SavedRow },
  ): Promise<void> => {
    const { hasDrafts, attributes } = createModelLookup({ strapi })(uid);
    const changesOthers = Object.entries(attributes).some(
      ([name, { mappedBy }]) => mappedBy !== undefined && isRelationChange(data[name]),
    );
    if (!hasDrafts || changesOthers) return;
    const statement = statements.get(uid) ?? buildUpdateSql({ strapi }, uid);
    statements.set(uid, statement);
    await strapi.db.transaction(async ({ trx }) => {
      const { rows } = await runPreparedSql({ strapi, trx }, statement, { document: documentId });
      const isCleared = rows.some(({ id }) => Number(id) === written.id);
      if (!isCleared || written.updatedAt === undefined) return;
      // Forms send the time of their version with the next save.
      const draft = await getTable<{ updatedAt: unknown }>(
        { strapi },
        uid as UID.ContentType,
      ).findOne({
        where: { id: written.id },
        select: ['updatedAt'],
      });
      written.updatedAt = draft?.updatedAt;
    });
  };
};
