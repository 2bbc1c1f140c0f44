import { getText } from '#catalogue/entry-values';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, isLocalized } from '#platform/strapi/models';
import { buildPermittedRowsSql, buildPermittedWhere } from '#platform/strapi/permitted-query';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { getTable } from '#platform/strapi/queries';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { linkables, type Linkable } from '#catalogue/links/linkables';
import { linkTo, type LinkContext, type LinkedEntry } from '#feature/link-reference';
import { findLinked } from './entries';

type Row = Readonly<Record<string, unknown>>;

/** Entry to which a link could lead. */
export type Candidate = LinkedEntry & { link: string; lines: readonly string[] };

/** Maximum number of results a type. Users narrow the search by typing more of the title. */
const MOST_OF_A_TYPE = 8;

const getLineNames = (row: Row, lines: string | null): string[] =>
  lines === null
    ? []
    : [row[lines] ?? []].flat().flatMap((line) => {
        const { name } = line as { name?: unknown };
        return typeof name === 'string' ? [name] : [];
      });

const findRows = async (
  { strapi }: WithStrapi,
  { uid, title, lines }: Linkable,
  { ability, where, place }: { ability: unknown; where: object; place: LinkContext },
): Promise<Row[]> => {
  const type = strapi.contentTypes[uid as UID.ContentType].uid;
  if (!createEntryAccess({ strapi }, { ability, uid: type }).may('read', title)) return [];
  const model = findModel({ strapi }, uid);
  const languages = isLocalized(model)
    ? { locale: { $in: [place.locale, await loadDefaultLocale({ strapi })].filter(Boolean) } }
    : {};
  const rows = await getTable<Row>({ strapi }, type).findMany({
    where: {
      $and: [
        await buildPermittedWhere({ strapi }, { ability, uid, query: {} }),
        { publishedAt: { $null: true } },
        languages,
        where,
      ],
    },
    select: ['documentId', 'locale', title],
    ...(lines !== null && { populate: { [lines]: { select: ['name'] } } }),
    orderBy: [{ [title]: 'asc' }, { id: 'asc' }],
    limit: MOST_OF_A_TYPE * 2,
  });
  // Prefer the version in the page's language.
  const byDocument = new Map<string, Row>();
  for (const row of rows) {
    const documentId = String(row.documentId);
    if (!byDocument.has(documentId) || row.locale === place.locale) byDocument.set(documentId, row);
  }
  return [...byDocument.values()].slice(0, MOST_OF_A_TYPE);
};

/** Searches readable entries by title, with a few results for each type. */
export const searchEntries = async (
  { strapi }: WithStrapi,
  { text, ability, place }: { text: string; ability: unknown; place: LinkContext },
): Promise<readonly Candidate[]> => {
  const candidates: { uid: string; row: Row; lines: readonly string[]; title: string }[] = [];
  for (const linkable of linkables) {
    const where = text === '' ? {} : { [linkable.title]: { $containsi: text } };
    for (const row of await findRows({ strapi }, linkable, { ability, where, place })) {
      candidates.push({
        uid: linkable.uid,
        row,
        lines: getLineNames(row, linkable.lines),
        title: getText(row, linkable.title),
      });
    }
  }
  const references = candidates.map(({ uid, row }) => ({
    uid,
    documentId: String(row.documentId),
  }));
  const linked = await findLinked({ strapi }, references, place);
  return candidates.flatMap(({ uid, row, lines, title }) => {
    const link = linkTo({ uid, documentId: String(row.documentId) });
    const entry = linked.get(link);
    return entry === undefined ? [] : [{ ...entry, link, title, lines }];
  });
};

/** Returns the entry of a link with its lines; undefined if it does not exist. */
export const describeEntry = async (
  { strapi }: WithStrapi,
  { uid, documentId }: { uid: string; documentId: string },
  { ability, place }: { ability: unknown; place: LinkContext },
): Promise<Candidate | undefined> => {
  const entry = (await findLinked({ strapi }, [{ uid, documentId }], place)).values().next().value;
  const linkable = linkables.find((item) => item.uid === uid);
  if (entry === undefined || linkable === undefined) return undefined;
  const [row] = await findRows({ strapi }, linkable, { ability, where: { documentId }, place });
  const link = linkTo(entry);
  if (row !== undefined) {
    const title = getText(row, linkable.title);
    return { ...entry, link, title, lines: getLineNames(row, linkable.lines) };
  }
  // Its title may be that of a locale, or of a field, that the user may not read.
  const { isAll } = await buildPermittedRowsSql({ strapi }, { ability, uid });
  const isReadable = isAll && createFieldCheck({ strapi }, ability, uid)(linkable.title);
  return { ...entry, link, title: isReadable ? entry.title : null, lines: [] };
};
