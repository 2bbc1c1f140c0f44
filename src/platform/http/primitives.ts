import { z } from '@strapi/utils';

type Bounds = { min: number; max: number };

/**
 * Returns the number of a query parameter. Only the usual form is valid; `0x1`, `1e1`, `+1`, ` 1`
 * and `1.0` are not.
 */
const createNumberParser =
  (form: RegExp) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? (form.test(value) ? Number(value) : NaN) : value;

/**
 * Returns the schema of an integer in a query.
 *
 * @param fallback the default; documents show it only where it is given here
 */
export const integerParam = ({ min, max, fallback }: Bounds & { fallback?: number }) => {
  const number = z.number().int().min(min).max(max);
  return z.preprocess(
    createNumberParser(/^(?:0|-?[1-9]\d*)$/),
    fallback === undefined ? number : number.default(fallback),
  );
};

/** Returns the schema of a number in a query that may have decimals after a point. */
export const decimalParam = ({ min, max }: Bounds) =>
  z.preprocess(createNumberParser(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/), z.number().min(min).max(max));

/**
 * The row's id. It changes when an entry is unpublished and published again; `documentId` is the
 * identity.
 */
export const id = z
  .int()
  .describe('Number of the current row; changes when the entry is taken back and published again.');

export const documentId = z
  .string()
  .describe('Identity of the document across languages and publications.');

/** UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const identity = { id, documentId };

export const timestamps = {
  createdAt: timestamp,
  updatedAt: timestamp,
  publishedAt: timestamp,
};

export const text = z.string();
export const optionalText = z.string().nullable();

/** Text with headings, lists and links. Pages must render it and remove HTML. */
const markdown = z.string().meta({ contentMediaType: 'text/markdown' });
export const markdownText = markdown.describe('Markdown.');
export const optionalMarkdown = markdown.nullable().describe('Markdown.');

export const locale = z
  .string()
  .nullable()
  .describe('Language of the entry; null where it has none.');

/**
 * A moment with an offset in a query. A `+` that is not encoded arrives as a blank, which no moment
 * has there.
 */
export const momentParam = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text) => text.replace(/ (?=\d{2}:\d{2}$)/, '+'))
  .pipe(z.iso.datetime({ offset: true }));

/** A path segment that is a slug or name. */
export const slugParam = z.string().min(1).max(255);

/**
 * Returns a language tag in the spelling of BCP 47: `ES` is `es`, `es_es` is `es-ES`, `zh-hans` is
 * `zh-Hans`.
 */
export const normalizeLanguage = (tag: string): string =>
  tag
    .toLowerCase()
    .split(/[-_]/)
    .map((part, index) => {
      if (index > 0 && part.length === 2) return part.toUpperCase();
      return index > 0 && part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join('-');

/** A language code such as `es` or `pt-BR`, in any spelling. */
export const langParam = z
  .string()
  .trim()
  .max(35)
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/)
  .describe(
    'Language code, for example `es`; `es-ES` and `es_ES` mean `es` where the site has no `es-ES`.',
  )
  .transform(normalizeLanguage);

/** A business line's slug. */
export const verticalParam = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .describe('Slug of a business line.');

/** Maximum number of values of a list in a query, unless an endpoint sets another. */
const MOST_VALUES = 20;

const onceSingle = new WeakSet<z.core.$ZodType>();

/** Returns whether the OpenAPI document describes a list as one value or several. */
export const isDescribedAsSingle = (schema: z.core.$ZodType): boolean => onceSingle.has(schema);

const split = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value];

const splitValues = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.flatMap(split))];
  return typeof value === 'string' ? [...new Set(split(value))] : value;
};

/**
 * Returns the schema of a list in a query: `a=1,2` and `a=1&a=2` are the same. The values are
 * sorted and without duplicates, so that equal requests share a cache entry.
 *
 * @param max maximum number of values
 * @param isOnceSingle whether earlier releases took one value only, so that generated clients may
 * still send one
 */
export const listParam = <T extends z.ZodType<string>>(
  value: T,
  { max = MOST_VALUES, isOnceSingle = false }: { max?: number; isOnceSingle?: boolean } = {},
) => {
  const list = z.array(value).min(1).max(max);
  if (isOnceSingle) onceSingle.add(list);
  return z
    .preprocess(splitValues, list)
    .transform((values): readonly z.output<T>[] => [...values].sort());
};
