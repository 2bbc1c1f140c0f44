import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { compareTexts } from '../../../../catalogue/comparable-text';
import { lineAttributeOf } from '../../../../catalogue/entry-summary';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel } from '../../../../platform/strapi/models';
import { permittedRows } from '../../../../platform/strapi/permitted-query';
import { sql } from '../../../../platform/strapi/queries';
import { tablesOf } from '../../../../platform/strapi/tables';
import { rowsOf } from '../../lists';
import type { EntryDetails } from '../describe';

type SummaryQuery = {
  uid: UID.ContentType;
  ability: unknown;
  documents: readonly string[];
  locale: string | null;
};

export const PRODUCT = 'api::product.product';

/** Returns the attribute by which products refer to a type; null if they do not. */
export const productAttributeOf = ({ strapi }: WithStrapi, uid: string): string | null => {
  const attributes = Object.values(findModel({ strapi }, uid)?.attributes ?? {});
  return attributes.find((one) => one?.target === PRODUCT)?.mappedBy ?? null;
};

type OfProducts = { count: number; lines: readonly string[] };

/** Counts the readable products that refer to each entry, and reads their business lines. */
const ofProducts = async (
  { strapi }: WithStrapi,
  { uid, ability, documents }: SummaryQuery,
  attribute: string,
): Promise<ReadonlyMap<string, OfProducts>> => {
  const tables = tablesOf({ strapi });
  const names = tables(PRODUCT).link(attribute);
  const lines = tables(PRODUCT).link('verticals');
  const permitted = await permittedRows({ strapi }, { ability, uid: PRODUCT });
  const as = (name: string): string => escapeIdentifier(name);
  const { rows } = await sql(
    { strapi },
    `select t.document_id as id, count(distinct p.document_id) as count,
       array_agg(distinct v.name) filter (where v.name is not null) as lines
     from ${as(tables(uid).name)} t
       join ${as(names.table)} l on l.${as(names.to)} = t.id
       join ${as(tables(PRODUCT).name)} p on p.id = l.${as(names.from)}
       left join ${as(lines.table)} pl on pl.${as(lines.from)} = p.id
       left join ${as(tables('api::vertical.vertical').name)} v on v.id = pl.${as(lines.to)}
     where t.document_id = any(string_to_array(?, ',')) and p.id in (${permitted.sql})
     group by t.document_id`,
    [documents.join(','), ...permitted.bindings],
  );
  return new Map(
    rows.map(({ id, count, lines: own }) => [
      String(id),
      { count: Number(count), lines: ((own ?? []) as string[]).toSorted(compareTexts) },
    ]),
  );
};

/** Returns the details that distinguish entries of the same name, for readable entries. */
export const findEntryDetails = async (
  context: WithStrapi,
  asked: SummaryQuery,
): Promise<ReadonlyMap<string, EntryDetails>> => {
  const { uid, ability } = asked;
  if (!entryAccess(context, { ability, uid }).may('read') || asked.documents.length === 0) {
    return new Map();
  }
  const { rows } = await rowsOf(context, asked);
  const attribute = productAttributeOf(context, uid);
  const mayCount = entryAccess(context, { ability, uid: PRODUCT }).may('read');
  const found =
    attribute === null || !mayCount ? null : await ofProducts(context, asked, attribute);
  const hasLines = lineAttributeOf(context, uid) !== null;
  return new Map(
    rows.map(({ documentId, picture, lines, languages }) => [
      documentId,
      {
        picture,
        lines: hasLines ? lines : (found?.get(documentId)?.lines ?? []),
        products: found === null ? null : (found.get(documentId)?.count ?? 0),
        languages: languages.map(({ locale, state }) => ({ locale, state })),
      },
    ]),
  );
};
