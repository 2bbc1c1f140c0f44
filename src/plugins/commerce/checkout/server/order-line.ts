import { BUSINESS_LINE } from '#catalogue/business-line';
import { getTable } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';

type BusinessLine = {
  documentId: string;
  slug: string;
  defaultLang: string | null;
  createdAt: string | Date;
};

const findLine = ({ strapi }: WithStrapi, where: object): Promise<BusinessLine | null> =>
  getTable<BusinessLine>({ strapi }, BUSINESS_LINE).findOne({
    where,
    select: ['documentId', 'slug', 'defaultLang', 'createdAt'],
  });

/** Returns the business line that has a slug now, or null. */
export const findLineNamed = (context: WithStrapi, slug: string): Promise<BusinessLine | null> =>
  findLine(context, { slug });

/** Columns of an order that tell its business line. */
type OrderLineColumns = {
  /** Slug at the time of the purchase. */
  vertical: string;
  verticalDocumentId: string | null;
  productDocumentId: string;
  createdAt: string;
};

/**
 * Returns the business line of an order, which keeps it under another slug. Returns null if it was
 * deleted.
 *
 * Orders of earlier releases name their line by its slug alone. A line that is younger than the
 * order, and does not have its product, has only taken over the slug of another one.
 */
export const findLineOf = async (
  { strapi }: WithStrapi,
  { vertical, verticalDocumentId, productDocumentId, createdAt }: OrderLineColumns,
): Promise<BusinessLine | null> => {
  if (verticalDocumentId !== null) return findLine({ strapi }, { documentId: verticalDocumentId });
  const line = await findLineNamed({ strapi }, vertical);
  if (line === null || new Date(line.createdAt) <= new Date(createdAt)) return line;
  const products = await getTable({ strapi }, 'api::product.product').count({
    where: { documentId: productDocumentId, verticals: { documentId: line.documentId } },
  });
  return products > 0 ? line : null;
};
