import { z } from '@strapi/utils';
import { SOURCE } from '#delivery/field-map';
import { mapFrom, includeOnlyWith } from '#delivery/plan/field-source';
import { listParam, optionalText } from '#platform/http/primitives';

/**
 * Returns the values by which sites build the address of an entry. Every type has them, some as
 * null.
 */
const cardFields = <T extends z.ZodType>(type: T) => ({
  slug: includeOnlyWith(
    'card',
    optionalText.describe('With `include=card`: the slug of the entry.'),
  ),
  locale: includeOnlyWith(
    'card',
    optionalText.describe('With `include=card`: its language; null where its type has none.'),
  ),
  type: includeOnlyWith(
    'card',
    mapFrom(type, { kind: 'attribute', name: 'type', isOptional: true }).describe(
      'With `include=card`: its type, for `{type}` in addresses; null where it has none.',
    ),
  ),
});

type CardFields<T extends z.ZodType> = ReturnType<typeof cardFields<T>>;

/**
 * Returns the fields of an entry with those of a card, which only requests with `include=card`
 * receive. Fields that the entry has anyway stay as they are.
 *
 * @param type schema of the entry's `type`, if its content type has a closed list
 */
export const withCard = <
  S extends z.core.$ZodLooseShape,
  T extends z.ZodType = typeof optionalText,
>(
  shape: S,
  type?: T,
): S & Omit<CardFields<T>, keyof S> => {
  const fields = Object.entries(cardFields(type ?? optionalText));
  const missingFields = fields.filter(([name]) => !Object.hasOwn(shape, name));
  return { ...shape, ...(Object.fromEntries(missingFields) as Omit<CardFields<T>, keyof S>) };
};

/** Returns fields that only requests with `include=card` receive. */
export const includeOnlyOnCards = <S extends Readonly<Record<string, z.ZodType>>>(
  shape: S,
): { [Name in keyof S]: z.ZodOptional<S[Name]> } =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, includeOnlyWith('card', schema)]),
  ) as { [Name in keyof S]: z.ZodOptional<S[Name]> };

const cardDescription =
  '`card` adds the values of a card. Every entry in the response: `slug`, `locale` and `type`. Pictures in the short ' +
  'form: size, alternative text and focal point. Products: how they are paid, and whether they are off sale. Episodes of ' +
  'one series: picture, duration and summary.';

/** The parameter of endpoints with cards. */
export const includeParam = listParam(z.enum(['card']))
  .optional()
  .describe(cardDescription);

/** The parameter of endpoints with cards that answer the detail of an entry on request. */
export const includeDetailParam = listParam(z.enum(['card', 'detail']))
  .optional()
  .describe(`${cardDescription} \`detail\` adds the values of the entry’s own page.`);

/** The query of an endpoint without other parameters. */
export const cardQuery = z.strictObject({ include: includeParam });

/** Schema of an item of a list. */
type Item = { shape: object };

/**
 * Returns the parameter that narrows the items of a list to some of their fields.
 *
 * @param item schema of an item, whose keys are the known fields
 */
export const fieldsParam = ({ shape }: Item) => {
  const names = Object.keys(shape);
  return listParam(z.enum(names), { max: names.length })
    .transform((fields) => (fields.length === names.length ? undefined : fields))
    .optional()
    .meta({ examples: [names.slice(0, 2).join(',')] })
    .describe(
      'Returns only these fields of each item, in their usual order. Other fields are absent, also those that the schema requires.',
    );
};

/** Returns the parameters of a list of cards. */
export const cardListQuery = (item: Item) => ({
  include: includeParam,
  fields: fieldsParam(item),
});

type Fields = readonly string[] | undefined;

/** Returns the items with only the requested fields, and the sources for the map of a preview. */
export const pickFields = <T extends object>(items: readonly T[], fields: Fields): T[] =>
  fields === undefined
    ? [...items]
    : items.map(
        (item) =>
          Object.fromEntries(
            Object.entries(item).filter(([name]) => name === SOURCE || fields.includes(name)),
          ) as T,
      );
