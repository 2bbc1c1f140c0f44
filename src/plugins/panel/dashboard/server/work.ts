import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes, hasDrafts, findModel } from '#platform/strapi/models';
import { buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import type { Work, WorkState } from '../unfinished-work';
import { createModelLookup } from '#delivery/plan/model';
import { buildTitleSql } from '#catalogue/row-expressions';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { BUSINESS_LINE } from '#catalogue/business-line';
import type { UID } from '@strapi/types';
import { getFeatures } from '#feature/application';
import type { UnsavedForm } from '#feature/unsaved-forms';

/**
 * Returns the SQL expression of a row's title. Pages have none; the name of their business line is
 * used.
 */
const createTitleExpression = ({ strapi }: WithStrapi) => {
  const forms = { models: createModelLookup({ strapi }), tables: createTableLookup({ strapi }) };
  return (uid: string, alias: string): string => {
    const ownTitle = buildTitleSql(forms, uid, alias);
    if (forms.models(uid).attributes.vertical?.target !== BUSINESS_LINE) return ownTitle;
    const { table, from, to } = forms.tables(uid).link('vertical');
    const lines = forms.tables(BUSINESS_LINE);
    return (
      `coalesce(${ownTitle}, (select v.${escapeIdentifier(lines.column('name'))} from ${escapeIdentifier(table)} l ` +
      `join ${escapeIdentifier(lines.name)} v on v.id = l.${escapeIdentifier(to)} ` +
      `where l.${escapeIdentifier(from)} = ${alias}.id order by l.id limit 1))`
    );
  };
};

/**
 * Query of entries: the user's own drafts, drafts of others that the user may publish, or published
 * entries.
 */
type WorkQuery = {
  ability: unknown;
  userId: number;
  kind: 'mine' | 'others' | 'published';
  limit: number;
};

type Row = Pick<Work, 'uid' | 'documentId' | 'locale' | 'title' | 'by'> & {
  isPublic: boolean;
  at: Date;
};

/** SQL conditions; `d` is the draft, `p` its published version. */
const conditions = {
  mine: 'd.updated_by_id = ? and (p.id is null or d.updated_at > p.updated_at)',
  others: 'd.updated_by_id is distinct from ? and (p.id is null or d.updated_at > p.updated_at)',
  // The binding is required but unused: an entry may have been published by anyone, a program
  // included.
  published: 'cast(? as integer) is not null and p.id is not null',
} as const;

const getWorkState = ({ isPublic }: Row, section: WorkQuery['kind']): WorkState => {
  if (section === 'published') return 'published';
  return isPublic ? 'modified' : 'draft';
};

/**
 * Returns the latest drafts with unpublished changes, or the latest publications. Runs one
 * statement over all types that the user may read and, for drafts of others, publish.
 */
export const loadLatestWork = async (
  { strapi }: WithStrapi,
  { ability, userId, kind, limit }: WorkQuery,
): Promise<Work[]> => {
  const tables = createTableLookup({ strapi });
  const titleOf = createTitleExpression({ strapi });
  const action = kind === 'others' ? 'publish' : 'read';
  const timeColumn = kind === 'published' ? 'p.published_at' : 'd.updated_at';
  const people = escapeIdentifier(tables('admin::user').name);
  const types = listContentTypes({ strapi }).filter(
    (type) =>
      type.uid.startsWith('api::') &&
      hasDrafts(type) &&
      createEntryAccess({ strapi }, { ability, uid: type.uid }).may('read') &&
      createEntryAccess({ strapi }, { ability, uid: type.uid }).may(action),
  );
  if (types.length === 0) return [];

  const bindings: unknown[] = [];
  const parts: string[] = [];
  for (const { uid } of types) {
    const name = escapeIdentifier(tables(uid).name);
    const readable = await buildPermittedRowsSql({ strapi }, { ability, uid });
    const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid, action });
    parts.push(
      `(select ${escapeLiteral(uid)} as uid, d.document_id as "documentId", d.locale,
               ${titleOf(uid, 'd')} as title, p.id is not null as "isPublic", ${timeColumn} as at,
               (select nullif(concat_ws(' ', u.firstname, u.lastname), '') from ${people} u
                 where u.id = d.updated_by_id and u.id <> ?) as by
          from ${name} d
          left join ${name} p on p.document_id = d.document_id and p.locale is not distinct from d.locale
                             and p.published_at is not null
         where d.published_at is null and ${conditions[kind]} and d.id in (${readable.sql})
           and d.id in (${permitted.sql})
         order by ${timeColumn} desc limit ?)`,
    );
    bindings.push(userId, userId, ...readable.bindings, ...permitted.bindings, limit);
  }
  const { rows } = await sql(
    { strapi },
    `select * from (${parts.join(' union all ')}) work order by at desc, "documentId" limit ?`,
    [...bindings, limit],
  );
  const names = new Map(types.map(({ uid, info }) => [uid as string, info.displayName]));
  const readableTitles = new Map(
    types.map(
      ({ uid }) => [uid as string, createReadableTitles({ strapi }, ability, uid)] as const,
    ),
  );
  return (rows as Row[]).map((row) => ({
    uid: row.uid,
    type: names.get(row.uid) ?? row.uid,
    documentId: row.documentId,
    locale: row.locale,
    title: readableTitles.get(row.uid)?.(row.title) ?? null,
    state: getWorkState(row, kind),
    at: row.at.toISOString(),
    by: row.by,
  }));
};

/** Returns the user's unsaved typing in types that they may still read, the latest first. */
export const listUnsavedWork = async (
  { strapi }: WithStrapi,
  { ability, userId, limit }: { ability: unknown; userId: number; limit: number },
): Promise<Work[]> => {
  const forms: UnsavedForm[] = [];
  for (const feature of getFeatures({ strapi })) {
    forms.push(...((await feature.listUnsavedForms?.({ strapi }, userId)) ?? []));
  }
  const visibleForms = forms
    .filter(
      ({ uid }) =>
        findModel({ strapi }, uid) !== undefined &&
        createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType }).may('read'),
    )
    .slice(0, limit);
  if (visibleForms.length === 0) return [];

  const tables = createTableLookup({ strapi });
  const titleOf = createTitleExpression({ strapi });
  const parts: string[] = [];
  const bindings: unknown[] = [];
  for (const { uid, documentId, locale } of visibleForms) {
    // A user may type in the form of any entry, and see only titles of readable ones.
    const readable = await buildPermittedRowsSql({ strapi }, { ability, uid });
    parts.push(
      `(select ${escapeLiteral(uid)} as uid, d.document_id, d.locale, ${titleOf(uid, 'd')} as title
          from ${escapeIdentifier(tables(uid).name)} d
         where d.document_id = ? and coalesce(d.locale, '') = ? and d.id in (${readable.sql})
         order by d.id limit 1)`,
    );
    bindings.push(documentId, locale, ...readable.bindings);
  }
  const { rows } = await sql({ strapi }, parts.join(' union all '), bindings);
  const titles = new Map(
    rows.map((row) => [
      [row.uid, row.document_id, row.locale ?? ''].join(' '),
      row.title as string | null,
    ]),
  );
  return visibleForms.map(({ uid, documentId, locale, keptAt }) => ({
    uid,
    type: findModel({ strapi }, uid)?.info.displayName ?? uid,
    documentId,
    locale: locale === '' ? null : locale,
    title: createReadableTitles(
      { strapi },
      ability,
      uid,
    )(titles.get(`${uid} ${documentId} ${locale}`) ?? null),
    state: 'typed',
    at: keptAt,
    by: null,
  }));
};
