import { textIn } from '#catalogue/entry-values';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, isLocalized } from '#platform/strapi/models';
import { permittedRows, permittedWhere } from '#platform/strapi/permitted-query';
import { entryAccess, permittedFields } from '#platform/strapi/entry-access';
import { tableOf } from '#platform/strapi/queries';
import { defaultLocale } from '#platform/strapi/default-locale';
import { linkables, type Linkable } from '#catalogue/links/linkables';
import { linkTo, type LinkContext, type LinkedEntry } from '#feature/link-reference';
import { findLinked } from './entries';

type Row = Readonly<Record<string, unknown>>;

/** Entry to which a link could lead. */
export type Candidate = LinkedEntry & { link: string; lines: readonly string[] };

/** Maximum number of results a type. Users narrow the search by typing more of the title. */
const MOST_OF_A_TYPE = 8;

const namesOfLines = (row: Row, lines: string | null): string[] =>
  lines === null
    ? []
    : [row[lines] ?? []].flat().flatMap((line) => {
        const { name } = line as { name?: unknown };
        return typeof name === 'string' ? [name] : [];
      });

const rowsOf = async (
  { strapi }: WithStrapi,
  { uid, title, lines }: Linkable,
  { ability, where, place }: { ability: unknown; where: object; place: LinkContext },
): Promise<Row[]> => {
  const type = strapi.contentTypes[uid as UID.ContentType].uid;
  if (!entryAccess({ strapi }, { ability, uid: type }).may('read', title)) return [];
  const model = findModel({ strapi }, uid);
  const languages = isLocalized(model)
    ? { locale: { $in: [place.locale, await defaultLocale({ strapi })].filter(Boolean) } }
    : {};
  const rows = await tableOf<Row>({ strapi }, type).findMany({
    where: {
      $and: [
        await permittedWhere({ strapi }, { ability, uid, query: {} }),
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
    for (const row of await rowsOf({ strapi }, linkable, { ability, where, place })) {
      candidates.push({
        uid: linkable.uid,
        row,
        lines: namesOfLines(row, linkable.lines),
        title: textIn(row, linkable.title),
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
  const [row] = await rowsOf({ strapi }, linkable, { ability, where: { documentId }, place });
  const link = linkTo(entry);
  if (row !== undefined) {
    const title = textIn(row, linkable.title);
    return { ...entry, link, title, lines: namesOfLines(row, linkable.lines) };
  }
  // Its title may be that of a locale, or of a field, that the user may not read.
  const { isAll } = await permittedRows({ strapi }, { ability, uid });
  const isReadable = isAll && permittedFields({ strapi }, ability, uid)(linkable.title);
  return { ...entry, link, title: isReadable ? entry.title : null, lines: [] };
};
