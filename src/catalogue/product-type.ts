import { z } from '@strapi/utils';

/** The product types by kind. The values are the editors' choices. */
export const productTypes = {
  book: ['Libro'],
  course: ['Curso corto', 'Programa largo', 'Curso presencial'],
  master: ['Máster'],
} as const;

export type ProductKind = keyof typeof productTypes;

export const productType = z
  .enum([...productTypes.book, ...productTypes.course, ...productTypes.master])
  .nullable();
