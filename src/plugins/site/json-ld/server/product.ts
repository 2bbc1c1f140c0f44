import type { Book, Course, CourseInstance, Offer, Product } from 'schema-dts';
import { isOffSaleAt } from '#catalogue/off-sale';
import { computeProductPrices, type PurchaseKind } from '#catalogue/money/product-prices';
import type { ProductRead } from '../contract';
import { parseLeadingNumber, parseWorkload, findFirstText, toPlainText } from './text-values';
import { findImage, describePeople, type JsonLdContext } from './context';

/** Returns the category of an offer in the terms that search engines know. */
const getOfferCategory = (price: number, kind: PurchaseKind): string => {
  if (price === 0) return 'Free';
  return kind === 'subscription' ? 'Subscription' : 'Paid';
};

const buildAvailability = (
  product: ProductRead,
  now: number,
): Pick<Offer, 'availability' | 'availabilityStarts'> => {
  if (isOffSaleAt(product, now)) {
    return {
      availability: 'https://schema.org/OutOfStock',
      // An announced product is not on sale at that date either.
      availabilityStarts:
        product.isSoon === true ? undefined : (product.onSaleAgainAt ?? undefined),
    };
  }
  return {
    availability:
      product.isSoon === true ? 'https://schema.org/PreOrder' : 'https://schema.org/InStock',
  };
};

const offerOf = (
  product: ProductRead,
  { currency, organisation, now }: JsonLdContext,
  url: string | undefined,
): Offer | undefined => {
  const { total: price, kind } = computeProductPrices(product);
  if (price === null) return undefined;
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency,
    category: getOfferCategory(price, kind),
    ...buildAvailability(product, now),
    url,
    seller: organisation,
  };
};

const toLanguages = (names: readonly string[]) =>
  names.map((name) => ({ '@type': 'Language' as const, name }));

type SharedProperties = {
  '@id': string | undefined;
  name: string;
  description: string;
  url: string | undefined;
  image: ReturnType<typeof findImage>;
  offers: Offer | undefined;
};

const describeCourseInstance = (
  { protagonists }: ProductRead,
  { modality, duration }: NonNullable<ProductRead['header']>,
  context: JsonLdContext,
): CourseInstance => ({
  '@type': 'CourseInstance',
  courseMode: modality === 'Online' ? 'Online' : 'Onsite',
  courseWorkload: parseWorkload(duration),
  instructor: describePeople(context, protagonists),
});

const describeCourse = (
  entry: ProductRead,
  shared: SharedProperties,
  context: JsonLdContext,
): Course => {
  const { SKU, header, channels } = entry;
  const providers = channels.map(({ name }) => ({ '@type': 'Organization' as const, name }));
  return {
    '@type': 'Course',
    ...shared,
    courseCode: SKU,
    inLanguage:
      header === null || header.language.length === 0
        ? context.language
        : toLanguages(header.language),
    provider: providers.length > 0 ? providers : context.organisation,
    ...(header !== null && {
      educationalLevel: header.level,
      numberOfCredits: parseLeadingNumber(header.credits),
      educationalCredentialAwarded: header.universityDegree ?? undefined,
      hasCourseInstance: describeCourseInstance(entry, header, context),
    }),
  };
};

const describeBook = (
  { SKU }: ProductRead,
  details: NonNullable<ProductRead['bookDetails']>,
  shared: SharedProperties,
): Book => ({
  '@type': 'Book',
  ...shared,
  identifier: SKU,
  isbn: details.ISBN.replace(/[- ]/g, ''),
  author: { '@type': 'Person', name: details.author },
  bookEdition: details.edition,
  bookFormat: details.format === 'Digital' ? 'https://schema.org/EBook' : undefined,
  inLanguage: toLanguages([details.language]),
  numberOfPages: details.numberOfPages ?? undefined,
  datePublished: details.publicationYear?.toString(),
  publisher:
    details.editorial === null ? undefined : { '@type': 'Organization', name: details.editorial },
});

/**
 * Describes an entry as a book if its type is `Libro` and it has book details. An entry with a
 * header or another type is a course; all others are products.
 */
export const describeProduct = (
  entry: ProductRead,
  context: JsonLdContext,
): Course | Book | Product => {
  const { title, slug, type, SKU, cardImage, header, bookDetails } = entry;
  const url = context.pageOf('api::product.product', { slug, type });
  const shared: SharedProperties = {
    '@id': url,
    name: title,
    description:
      findFirstText(
        entry.description,
        toPlainText(entry.presentation ?? ''),
        bookDetails?.synopsis,
      ) ?? title,
    url,
    image: findImage(context, cardImage),
    offers: offerOf(entry, context, url),
  };
  if (type === 'Libro' && bookDetails !== null) return describeBook(entry, bookDetails, shared);
  if (header !== null || (type !== null && type !== 'Libro')) {
    return describeCourse(entry, shared, context);
  }
  return { '@type': 'Product', ...shared, sku: SKU };
};
