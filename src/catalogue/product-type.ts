import { z } from '@strapi/utils';
import { optionalText, timestamp } from '#platform/http/primitives';

/** The product types by kind. The values are the editors' choices. */
export const productTypes = {
  book: ['Libro'],
  course: ['Curso corto', 'Programa largo', 'Curso presencial'],
  master: ['Máster'],
} as const;

export type ProductKind = keyof typeof productTypes;

/** How a product is paid; null: in any way. */
export const purchaseType = z.enum(['single', 'subscription', 'instalments']).nullable();

/** How a course takes place. */
export const modality = z.enum(['Online', 'Presencial']);

export const productType = z
  .enum([...productTypes.book, ...productTypes.course, ...productTypes.master])
  .nullable();

/** The fields of a product that is not sold while its page stays published. */
export const saleStop = {
  isOffSale: z
    .boolean()
    .nullable()
    .describe(
      'Whether checkout refuses the product (`PRODUCT_OFF_SALE`), until `onSaleAgainAt` if that has a value; null: on sale.',
    ),
  offSaleText: optionalText.describe(
    'Text instead of the buying button while the product is off sale; otherwise without meaning.',
  ),
  onSaleAgainAt: timestamp
    .nullable()
    .describe(
      'While `isOffSale` is true: when the sale starts again automatically; null: no date is set.',
    ),
};

export type ProductType = NonNullable<z.output<typeof productType>>;
