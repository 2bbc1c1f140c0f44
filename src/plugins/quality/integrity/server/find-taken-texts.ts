import type { Core, UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import { textIn } from '../../../../catalogue/entry-values';
import type { Entry, TakenText } from '../../../../feature/publishing-rules';
import { sql, type Transaction } from '../../../../platform/strapi/queries';
import { tablesOf } from '../../../../platform/strapi/tables';
import { PUBLISHED, uniqueRulesOf } from './rules';

type Connection = { strapi: Core.Strapi; trx?: Transaction };

/** Entry that may be published in its locale. */
type Candidate = { documentId: string | null; locale: string | null; content: Entry };

/** Returns the attributes of a type that are unique among published entries of a locale. */
export const uniqueTextsOf = ({ strapi }: Connection, uid: UID.ContentType): readonly string[] =>
  uniqueRulesOf({ strapi }).flatMap(
    ({ uid: type, attributes: [first, second], where, marksField }) =>
      type === uid && marksField && second === 'locale' && where === PUBLISHED ? [first] : [],
  );

/**
 * Finds the unique texts of some entries that other published entries already have. Runs one
 * statement for each attribute, regardless of the number of entries.
 */
export const findTakenTexts = async (
  connection: Connection,
  uid: UID.ContentType,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => readonly TakenText[]> => {
  const table = tablesOf(connection)(uid);
  const found: ((candidate: Candidate) => readonly TakenText[])[] = [];
  for (const attribute of uniqueTextsOf(connection, uid)) {
    const values = candidates.map(({ content }) => textIn(content, attribute)).filter(Boolean);
    if (values.length === 0) continue;
    const { rows } = await sql(
      connection,
      `select document_id, locale, ${escapeIdentifier(table.column(attribute))} as value
       from ${escapeIdentifier(table.name)}
       where ${escapeIdentifier(table.column(attribute))} = any(cast(? as text[])) and published_at is not null`,
      [[...new Set(values)]],
    );
    found.push(({ documentId, locale, content }) => {
      const value = textIn(content, attribute);
      const isTaken = rows.some(
        (row) => row.value === value && row.locale === locale && row.document_id !== documentId,
      );
      return isTaken ? [{ attribute, value }] : [];
    });
  }
  return (candidate) => found.flatMap((takenOf) => takenOf(candidate));
};
