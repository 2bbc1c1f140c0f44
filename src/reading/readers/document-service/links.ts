import type { Core } from '@strapi/types';
import { REFERENCE_PREFIX } from '../../../feature/link-reference';
import { sql } from '../../../strapi/queries';
import type { ReadPlan } from '../../plan/read-plan';
import type { DocumentRow } from './document-row';
import type { Holder } from './walk';

/** A link that leads to an entry, and where it stands. */
type Found = {
  row: DocumentRow;
  attribute: string;
  link: string;
  resolver: string;
  holder: Holder;
};

/** The links of a row that lead to entries. */
export const linksIn = ({ fields }: ReadPlan, row: DocumentRow, holder: Holder): Found[] =>
  fields.flatMap((field) => {
    if (field.kind !== 'link') return [];
    const link = row[field.attribute];
    if (typeof link !== 'string' || !link.startsWith(REFERENCE_PREFIX)) return [];
    const { resolver } = field.addresses;
    return [{ row, attribute: field.attribute, link, resolver, holder }];
  });

/** Puts the addresses of entries into the links that lead to them, in place: one statement, however many. */
export const resolveLinks = async (
  { strapi }: { strapi: Core.Strapi },
  found: readonly Found[],
  status: 'draft' | 'published',
): Promise<void> => {
  const [first] = found;
  if (first === undefined) return;
  const { rows } = await sql(
    { strapi },
    `SELECT w.at, a.address FROM unnest(CAST(? AS text[]), CAST(? AS text[]), CAST(? AS bigint[]))
       WITH ORDINALITY w(link, holder, id, at)
     CROSS JOIN LATERAL ${first.resolver}(w.link, w.holder, w.id, ${String(status === 'draft')}) a`,
    [
      found.map(({ link }) => link),
      found.map(({ holder }) => holder.uid),
      found.map(({ holder }) => Number(holder.row.id)),
    ],
  );
  for (const { at, address } of rows) {
    const one = found[Number(at) - 1];
    if (one !== undefined) one.row[one.attribute] = address;
  }
};
