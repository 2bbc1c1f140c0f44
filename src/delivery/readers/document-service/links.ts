import type { WithStrapi } from '../../../platform/with-strapi';
import { REFERENCE_PREFIX, referenceIn } from '../../../feature/link-reference';
import { sql } from '../../../platform/strapi/queries';
import type { ReadPlan } from '../../plan/read-plan';
import { isVisibleDraft, type VisibleDraft } from '../../visible-draft';
import type { DocumentRow } from './document-row';
import type { Holder } from './walk-rows';

type FoundLink = {
  row: DocumentRow;
  attribute: string;
  link: string;
  resolver: string;
  holder: Holder;
};

export const linksIn = ({ fields }: ReadPlan, row: DocumentRow, holder: Holder): FoundLink[] =>
  fields.flatMap((field) => {
    if (field.kind !== 'link') return [];
    const link = row[field.attribute];
    if (typeof link !== 'string' || !link.startsWith(REFERENCE_PREFIX)) return [];
    const { resolver } = field.addresses;
    return [{ row, attribute: field.attribute, link, resolver, holder }];
  });

/** Returns true if a link leads to the visible draft, in the locale of the link's row. */
const leadsToDraft = (draft: VisibleDraft | null, { link, holder }: FoundLink): boolean => {
  const target = referenceIn(link);
  if (draft === null || target === null) return false;
  const [only] = draft.locales;
  const locale = only === '' ? '' : (holder.row.locale ?? only);
  return isVisibleDraft(draft, target.uid, { ...target, locale });
};

/**
 * Replaces links to entries by URLs in place, with one statement for all. The URL of the visible
 * draft uses the draft's slug.
 */
export const resolveLinks = async (
  { strapi }: WithStrapi,
  links: readonly FoundLink[],
  draft: VisibleDraft | null,
): Promise<void> => {
  const [first] = links;
  if (first === undefined) return;
  const { rows } = await sql(
    { strapi },
    `SELECT w.at, a.address FROM unnest(CAST(? AS text[]), CAST(? AS text[]), CAST(? AS bigint[]), CAST(? AS boolean[]))
       WITH ORDINALITY w(link, holder, id, drafts, at)
     CROSS JOIN LATERAL ${first.resolver}(w.link, w.holder, w.id, w.drafts) a`,
    [
      links.map(({ link }) => link),
      links.map(({ holder }) => holder.uid),
      links.map(({ holder }) => Number(holder.row.id)),
      links.map((item) => leadsToDraft(draft, item)),
    ],
  );
  for (const { at, address } of rows) {
    const foundLink = links[Number(at) - 1];
    if (foundLink !== undefined) foundLink.row[foundLink.attribute] = address;
  }
};
