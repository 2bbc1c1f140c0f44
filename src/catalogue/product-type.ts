import { z } from '@strapi/utils';

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
