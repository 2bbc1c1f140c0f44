import { z } from '@strapi/utils';
import { listParam, decimalParam } from '#platform/http/primitives';
import { productTypes } from './product-type';

/** A slug or documentId of an entry. */
const entryName = z.string().min(1).max(255);

/** In search, earlier releases took one name. */
const entryNames = listParam(entryName, { isOnceSingle: true });

const money = decimalParam({ min: 0, max: 1_000_000_000 });

/** Orders of products; a `-` before the name reverses them. */
export const productSorts = ['position', 'title', 'price', 'date'] as const;

type Reversible<S extends string> = S | `-${S}`;

export type ProductSort = Reversible<(typeof productSorts)[number]>;

export const productSortValues = productSorts.flatMap((name): ProductSort[] => [name, `-${name}`]);

/**
 * Parameters that narrow products, in lists and in search. Values of one parameter are
 * alternatives; every parameter must match.
 */
export const productFilters = {
  category: entryNames
    .optional()
    .meta({ examples: ['cardiologia', 'cardiologia,neurociencia'] })
    .describe('Slugs or `documentId`s of categories. Entries with at least one of them match.'),
  channel: entryNames
    .optional()
    .meta({ examples: ['simula-lab'] })
    .describe('Slugs or `documentId`s of channels. Entries with at least one of them match.'),
  protagonist: entryNames
    .optional()
    .meta({ examples: ['david-okafor'] })
    .describe('Slugs or `documentId`s of protagonists. Entries with at least one of them match.'),
  priceFrom: money
    .optional()
    .meta({ examples: [100] })
    .describe(
      'The lowest total, in the currency of the business line. For products paid in instalments the total is ' +
        '`fullPrice`, because `tuitionPrice` is the enrolment fee. For others it is the lower of `tuitionPrice` ' +
        'and `fullPrice`.',
    ),
  priceTo: money
    .optional()
    .meta({ examples: [500] })
    .describe('The highest total, in the currency of the business line.'),
};

/** The order of a list of products. */
export const productSortParam = z
  .enum(productSortValues)
  .optional()
  .meta({ examples: ['-date'] })
  .describe(
    '`position` is the order of the catalogue, and the default. `title` is alphabetical, `price` the total, `date` that of publication; ' +
      '`-` before a name reverses the order. Products without a price come last.',
  );

/** Kinds of products, as those of the lists. */
export const productKinds = Object.keys(productTypes) as (keyof typeof productTypes)[];
