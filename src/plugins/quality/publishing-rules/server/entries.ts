import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Entry } from '#feature/publishing-rules';
import { isContent } from '#catalogue/content-attributes';
import { createModelLookup, type ModelLookup } from '#delivery/plan/model';
import { buildContentSql, buildTitleSql } from '#catalogue/row-expressions';
import { runPreparedSql, type Connection } from '#platform/strapi/queries';
import { createTableLookup, type TableLookup } from '#platform/strapi/tables';

/** Draft of an entry in one locale, in the form that rules read. */
export type Draft = {
  id: number;
  documentId: string;
  locale: string | null;
  title: string;
  content: Entry;
};

/** Selects drafts by row id, or by document and locale. */
export type Selection =
  | { ids: readonly number[] }
  | {
      documentIds: readonly string[];
      /** All locales if omitted. */
      locales?: readonly string[] | null;
    };

type Forms = { models: ModelLookup; tables: TableLookup };

/** Returns the SQL expression of an entry's title, or of its documentId if it has none. */
const buildTitleOrIdSql = (forms: Forms, uid: string, alias: string): string =>
  `coalesce(${buildTitleSql(forms, uid, alias)}, ${alias}.document_id)`;

/** Returns the attributes that the form shows. Only the owning side of a relation appears there. */
const listShownAttributes = (models: ModelLookup, uid: string): string[] =>
  Object.entries(models(uid).attributes)
    .filter(([name, { mappedBy }]) => isContent(name) && mappedBy === undefined)
    .map(([name]) => name);

/** Creates the reader of this Strapi instance, which compiles each statement once. */
const createDraftReader = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const statements = new Map<string, string>();

  const compile = (uid: string, only: readonly string[] | undefined): string => {
    const form = {
      models,
      tables,
      attributesOf: (modelUid: string): readonly string[] => {
        if (modelUid === uid) return only ?? listShownAttributes(models, uid);
        return ['id', ...listShownAttributes(models, modelUid)];
      },
      reference: (target: string, alias: string): string =>
        target === 'plugin::upload.file'
          ? `jsonb_build_object('id', ${alias}.id, 'mime', ${alias}.mime, 'alternativeText', ${alias}.alternative_text, 'alternativeTexts', ${alias}.alternative_texts)`
          : `jsonb_build_object('documentId', ${alias}.document_id, 'title', ${buildTitleOrIdSql({ models, tables }, target, alias)})`,
    };
    return (
      `select d.id, d.document_id, d.locale, ${buildTitleOrIdSql({ models, tables }, uid, 'd')} as title, ` +
      `${buildContentSql(form, uid, 'd')} as content ` +
      `from ${escapeIdentifier(tables(uid).name)} d where d.published_at is null`
    );
  };

  const getStatement = (uid: string, only: readonly string[] | undefined): string => {
    const key = `${uid} ${only?.join(',') ?? '*'}`;
    const statement = statements.get(key) ?? compile(uid, only);
    statements.set(key, statement);
    return statement;
  };

  const buildSelectionCondition = (selected: Selection): [string, Record<string, unknown>] => {
    if ('ids' in selected) return ['d.id = any(cast(:ids as int[]))', { ids: [...selected.ids] }];
    const { documentIds, locales = null } = selected;
    const inLanguages = locales === null ? '' : ' and d.locale = any(cast(:locales as text[]))';
    return [
      `d.document_id = any(cast(:documents as text[]))${inLanguages}`,
      { documents: [...documentIds], ...(locales !== null && { locales: [...locales] }) },
    ];
  };

  return async (
    connection: Connection,
    uid: UID.ContentType,
    selected: Selection,
    only?: readonly string[],
  ): Promise<Draft[]> => {
    const [where, bindings] = buildSelectionCondition(selected);
    const { rows } = await runPreparedSql(
      connection,
      `${getStatement(uid, only)} and ${where} order by d.id`,
      bindings,
    );
    return rows.map((row) => ({
      id: Number(row.id),
      documentId: String(row.document_id),
      locale: typeof row.locale === 'string' ? row.locale : null,
      title: String(row.title),
      // Strapi returns JSON columns as text.
      content: JSON.parse(String(row.content)) as Entry,
    }));
  };
};

const NAME = 'publishing-rules-drafts';

/**
 * Reads drafts, with one statement for any number of entries.
 *
 * @param only reads only these attributes of the entry
 */
export const readDrafts = (
  connection: Connection,
  ...query: [uid: UID.ContentType, selected: Selection, only?: readonly string[]]
): Promise<Draft[]> => {
  const { strapi } = connection;
  if (!strapi.has(NAME)) strapi.add(NAME, () => createDraftReader({ strapi }));
  return strapi.get<ReturnType<typeof createDraftReader>>(NAME)(connection, ...query);
};
