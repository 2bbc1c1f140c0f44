import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { listContentTypes, findModel } from '#platform/strapi/models';
import { listPermittedFileIds, buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { sql } from '#platform/strapi/queries';
import { listSiteLocales } from '#platform/strapi/site-locales';
import type { Severity } from '#feature/publishing-rules';
import { FILES, getRank, type Group, type ToDoFilter, type FoundFiles } from '../content-quality';
import { FINDINGS, parseText } from './findings';
import { loadCurrentDismissals, groupKeyOf, mayDismiss } from './dismissals';
import { fixOf, noFix } from './fix';
import { getColumns } from './rules/rule';
import { isStillSo } from './rules/files';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Severities in rows that an earlier release stored. */
const formerSeverities: Readonly<Record<string, Severity>> = {
  // cspell:disable-next-line
  hindrance: 'error',
  advice: 'warning',
};

const toSeverity = (stored: unknown): Severity =>
  formerSeverities[String(stored)] ?? (stored as Severity);

const loadTypesWithFindings = async ({ strapi }: WithStrapi): Promise<UID.ContentType[]> => {
  const { rows } = await sql({ strapi }, `select distinct uid from ${FINDINGS} order by uid`);
  const typesWithFindings = new Set(rows.map(({ uid }) => String(uid)));
  return listContentTypes({ strapi })
    .map(({ uid }) => uid)
    .filter((uid) => typesWithFindings.has(uid));
};

/**
 * Returns the condition of a filter for the entries of a type; null if no entry of the type can
 * fulfil it.
 */
const buildCondition = (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { vertical, editor }: Pick<ToDoFilter, 'vertical' | 'editor'>,
): Record<string, unknown> | null => {
  const attributes = Object.entries(findModel({ strapi }, uid)?.attributes ?? {});
  const [line] = attributes.find(([, attribute]) => attribute?.target === BUSINESS_LINE) ?? [];
  if (vertical !== null && line === undefined) return null;
  return {
    ...(vertical !== null && line !== undefined && { [line]: { slug: vertical } }),
    ...(editor !== null && { updatedBy: { id: editor } }),
  };
};

/** Properties of a group before its fix and dismissal are known. */
const undecided = { dismissal: null, mayDismiss: false, ...noFix };

type Reader = { ability: unknown; filter: ToDoFilter };

/** Returns the groups of a type's findings on readable entries, with one statement. */
const loadGroups = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { ability, filter, locales }: Reader & { locales: readonly string[] },
): Promise<Group[]> => {
  const filterCondition = buildCondition({ strapi }, uid, filter);
  if (filterCondition === null) return [];
  const { table, localeOf } = getColumns({ strapi }, uid);
  const permitted = await buildPermittedRowsSql(
    { strapi },
    { ability, uid, also: filterCondition },
  );
  const mayRead = createFieldCheck({ strapi }, ability, uid);
  const { rows } = await sql(
    { strapi },
    `select f.code, f.locale, f.field, f.severity, min(f.title::text) as title,
            array_agg(distinct f.document_id) as documents
       from ${FINDINGS} f join ${table} d on d.document_id = f.document_id and ${localeOf('d')} = f.locale
      where f.uid = ? and (cast(? as text) is null or f.locale = ?) and d.id in (${permitted.sql})
      group by f.code, f.locale, f.field, f.severity`,
    [uid, filter.locale, filter.locale, ...permitted.bindings],
  );
  const groups = new Map<string, { group: Group; documents: Set<string>; fields: Set<string> }>();
  for (const row of rows) {
    if (row.field !== '' && !mayRead(String(row.field))) continue;
    const key = JSON.stringify([row.code, row.locale]);
    const existingGroup = groups.get(key) ?? {
      group: {
        code: String(row.code),
        title: parseText(row.title),
        severity: toSeverity(row.severity),
        uid,
        type: strapi.contentTypes[uid].info.displayName,
        locale: row.locale === '' ? null : String(row.locale),
        count: 0,
        ...undecided,
      },
      documents: new Set<string>(),
      fields: new Set<string>(),
    };
    existingGroup.fields.add(String(row.field));
    for (const id of row.documents as string[]) existingGroup.documents.add(id);
    groups.set(key, existingGroup);
  }
  const [source = ''] = locales;
  const access = createEntryAccess({ strapi }, { ability, uid });
  return [...groups.values()].map(({ group, documents, fields }) => ({
    ...group,
    count: documents.size,
    ...fixOf({ strapi }, { ...group, uid, fields: [...fields], source, locales, access }),
  }));
};

const loadFileGroups = async ({ strapi }: WithStrapi, ability: unknown): Promise<Group[]> => {
  const permission = { ability, action: 'plugin::upload.read' } as const;
  const permitted = await listPermittedFileIds({ strapi }, permission);
  const { rows } = await sql(
    { strapi },
    `select f.code, f.severity, min(f.title::text) as title, count(*) as count
       from ${FINDINGS} f join ${getColumns({ strapi }, FILES).table} d on d.id::text = f.document_id
      where f.uid = ? and ${isStillSo('f', 'd')}
        and (cast(? as integer[]) is null or d.id = any(cast(? as integer[])))
      group by f.code, f.severity`,
    [FILES, permitted, permitted],
  );
  return rows.map((row) => ({
    code: String(row.code),
    title: parseText(row.title),
    severity: toSeverity(row.severity),
    uid: FILES,
    type: '',
    locale: null,
    count: Number(row.count),
    ...undecided,
  }));
};

const sortOrderOf = ({ severity, code }: Group): number =>
  (severity === 'error' ? 0 : 2) + getRank(code);

/**
 * Returns the groups of readable findings: errors first, missing alternative texts last, the others
 * by descending count. The number of statements is independent of the number of entries.
 */
export const groupFindings = async (
  { strapi }: WithStrapi,
  { maySeeFiles, ...reader }: Reader & { maySeeFiles: boolean },
): Promise<Group[]> => {
  const groups: Group[] = [];
  const locales = await listSiteLocales({ strapi });
  const { vertical, locale, editor } = reader.filter;
  // Files have no business line, no locale and no last editor.
  const hasFiles = maySeeFiles && vertical === null && locale === null && editor === null;
  for (const uid of await loadTypesWithFindings({ strapi })) {
    if (uid === FILES) {
      if (hasFiles) groups.push(...(await loadFileGroups({ strapi }, reader.ability)));
    } else if (createEntryAccess({ strapi }, { ability: reader.ability, uid }).may('read')) {
      groups.push(...(await loadGroups({ strapi }, uid, { ...reader, locales })));
    }
  }
  const dismissals = await loadCurrentDismissals({ strapi });
  return groups
    .map((group) => ({
      ...group,
      dismissal: dismissals.get(groupKeyOf(group)) ?? null,
      mayDismiss: mayDismiss({ strapi }, reader.ability, group),
    }))
    .sort((first, other) => sortOrderOf(first) - sortOrderOf(other) || other.count - first.count);
};

const PAGE = 50;

type Formats = { thumbnail?: { url?: string } } | null;

const getPictureUrl = ({ mime, url, formats }: Record<string, unknown>): string | null => {
  const parsed = (typeof formats === 'string' ? JSON.parse(formats) : formats) as Formats;
  if (parsed?.thumbnail?.url !== undefined) return parsed.thumbnail.url;
  return String(mime).startsWith('image/') ? String(url) : null;
};

/**
 * Returns a page of the files with a finding, the largest first.
 *
 * @param permitted ids of the files that the caller may read; null for all
 */
export const findFilesWithFinding = async (
  { strapi }: WithStrapi,
  { code, page, permitted }: { code: string; page: number; permitted: readonly number[] | null },
): Promise<FoundFiles> => {
  const { table } = getColumns({ strapi }, FILES);
  const { rows } = await sql(
    { strapi },
    `select d.id, d.name, d.mime, d.url, d.formats, d.size, f.text, count(*) over () as total
       from ${FINDINGS} f join ${table} d on d.id::text = f.document_id
      where f.uid = ? and f.code = ? and ${isStillSo('f', 'd')}
        and (cast(? as integer[]) is null or d.id = any(cast(? as integer[])))
      order by d.size desc, d.id limit ${PAGE} offset ?`,
    [FILES, code, permitted, permitted, (page - 1) * PAGE],
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    files: rows.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      picture: getPictureUrl(row),
      size: Number(row.size),
      text: parseText(row.text),
    })),
  };
};
