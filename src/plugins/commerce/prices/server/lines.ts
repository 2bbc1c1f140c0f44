import type { WithStrapi } from '../../../../platform/with-strapi';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import { pricedTypes, type PricedType } from '../../../../catalogue/money/price-fields';

type EntryRow = Readonly<Record<string, unknown>>;

/** Business lines of an entry's version. */
export type EntryLines = { documentId: string; locale: string | null; lines: string[] };

const linesIn = (row: EntryRow, name: string): string[] =>
  [row[name] ?? []].flat().map((line) => (line as { documentId: string }).documentId);

const entriesOfType = async (
  { strapi }: WithStrapi,
  { uid, lines, hasDrafts, isLocalized }: PricedType,
  documentIds: readonly string[],
  ability: unknown,
): Promise<EntryLines[]> => {
  if (lines === null) return [];
  const readable = await permittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await tableOf<EntryRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        readable,
        { documentId: { $in: documentIds }, ...(hasDrafts && { publishedAt: { $null: true } }) },
      ],
    },
    select: ['documentId', ...(isLocalized ? ['locale'] : [])],
    populate: { [lines]: { select: ['documentId'] } },
  });
  return rows.map((row) => ({
    documentId: String(row.documentId),
    locale: typeof row.locale === 'string' ? row.locale : null,
    lines: linesIn(row, lines),
  }));
};

/** Returns the business lines of entries' drafts, limited to entries that the user may read. */
export const linesOfEntries = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
  ability: unknown,
): Promise<EntryLines[]> => {
  const found: EntryLines[] = [];
  for (const type of pricedTypes({ strapi })) {
    found.push(...(await entriesOfType({ strapi }, type, documentIds, ability)));
  }
  return found;
};
