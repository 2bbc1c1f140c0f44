import { BUSINESS_LINE } from '../../../../../../catalogue/business-line';
import { tableOf } from '../../../../../../platform/strapi/queries';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import type { OrderRow } from './order-row';

type BusinessLine = { documentId: string; slug: string; defaultLang: string | null };

const findLine = ({ strapi }: WithStrapi, where: object): Promise<BusinessLine | null> =>
  tableOf<BusinessLine>({ strapi }, BUSINESS_LINE).findOne({
    where,
    select: ['documentId', 'slug', 'defaultLang'],
  });

/** Returns the business line that has a slug now, or null. */
export const findLineNamed = (context: WithStrapi, slug: string): Promise<BusinessLine | null> =>
  findLine(context, { slug });

/**
 * Returns the business line of an order, which keeps it under another slug. Returns null if it was
 * deleted. Orders of earlier releases name their line by its slug alone.
 */
export const findLineOf = (
  context: WithStrapi,
  {
    vertical: slug,
    verticalDocumentId: documentId,
  }: Pick<OrderRow, 'vertical' | 'verticalDocumentId'>,
): Promise<BusinessLine | null> =>
  findLine(context, documentId === null ? { slug } : { documentId });
