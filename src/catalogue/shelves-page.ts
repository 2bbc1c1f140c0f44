import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { id, identity, locale, text, timestamps } from '#platform/http/primitives';
import { mediaFull } from './media';
import { modality, productType, purchaseType, saleStop } from './product-type';
import { includeOnlyOnCards, withCard } from './card';
import { card, people, category, seoFull } from './shared';

const banner = registerSchema(
  'Banner',
  z.strictObject({
    id,
    description: text,
    link: text,
    backgroundMedia: mediaFull,
    icon: mediaFull.nullable(),
  }),
);

const shelfProduct = registerSchema(
  'ShelfProduct',
  z.strictObject(
    withCard({
      ...identity,
      title: text,
      SKU: text,
      slug: text,
      payID: text.describe('The payment product, `productPayID` in checkout and prices.'),
      type: productType,
      isSoon: z.boolean().nullable(),
      ...includeOnlyOnCards(saleStop),
      purchaseType,
      categories: z.array(category),
      header: z.strictObject({ id, modality }).nullable(),
      ...people,
      ...card,
    }),
  ),
);

const shelf = registerSchema(
  'Shelf',
  z.strictObject({
    id,
    title: text,
    category: registerSchema(
      'ShelfCategory',
      z.strictObject(withCard({ ...identity, name: text, slug: text, ...timestamps, locale })),
    ),
    products: z.array(shelfProduct),
  }),
);

export const shelves = {
  media: z.array(banner),
  courseList: z.array(shelf),
  seo: seoFull,
};

/** The form that books and contents pages share. */
export const shelvesPage = registerSchema(
  'ShelvesPage',
  z.strictObject({ ...identity, ...shelves }),
);
