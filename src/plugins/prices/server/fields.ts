import type { Core } from '@strapi/types';
import { contentTypesOf, findModel } from '../../../strapi/models';
import { CURRENCY_FIELD, PRICE_FIELD, VERTICAL } from './uids';

type WithStrapi = { strapi: Core.Strapi };

/** A value that is a price or a currency, and where in the document it stands. */
export type Found = {
  path: readonly (string | number)[];
  field: typeof PRICE_FIELD | typeof CURRENCY_FIELD;
  value: unknown;
};

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** One part or several: which of the two a component's values are, they say themselves. */
const partsIn = (value: unknown): [part: Values, path: readonly number[]][] => {
  if (!Array.isArray(value)) return isObject(value) ? [[value, []]] : [];
  return value.flatMap((part: unknown, at): [Values, readonly number[]][] =>
    isObject(part) ? [[part, [at]]] : [],
  );
};

/** Finds the prices and currencies of a type's documents, in its components and zones as well. */
export const createFieldFinder = ({ strapi }: WithStrapi) => {
  const concerned = new Map<string, boolean>();

  /** Whether there is anything to find at all; most types have none, and their writes are not looked through. */
  const concerns = (uid: string, within: readonly string[] = []): boolean => {
    const known = concerned.get(uid);
    if (known !== undefined) return known;
    if (within.includes(uid)) return false;
    const attributes = Object.values(findModel({ strapi }, uid)?.attributes ?? {});
    const found = attributes.some(
      (attribute) =>
        attribute?.customField === PRICE_FIELD ||
        attribute?.customField === CURRENCY_FIELD ||
        [attribute?.component ?? [], attribute?.components ?? []]
          .flat()
          .some((part) => concerns(part, [...within, uid])),
    );
    if (within.length === 0) concerned.set(uid, found);
    return found;
  };

  const find = (uid: string, values: Values): Found[] =>
    Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(
      ([name, attribute]): Found[] => {
        const value = values[name];
        if (value === undefined || attribute === undefined) return [];
        const { customField: field } = attribute;
        if (field === PRICE_FIELD || field === CURRENCY_FIELD) {
          return [{ path: [name], field, value }];
        }
        if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return [];
        return partsIn(value).flatMap(([part, at]) => {
          const inner = attribute.component ?? String(part.__component);
          return find(inner, part).map((found) => ({
            ...found,
            path: [name, ...at, ...found.path],
          }));
        });
      },
    );

  return (uid: string, values: unknown): Found[] =>
    isObject(values) && concerns(uid) ? find(uid, values) : [];
};

/** A type whose entries have prices of their own, and the relation by which they belong to business lines. */
export type PricedType = {
  uid: ReturnType<typeof contentTypesOf>[number]['uid'];
  prices: readonly string[];
  lines: string | null;
  hasDrafts: boolean;
  isLocalized: boolean;
};

/** The types whose entries have prices of their own. */
export const pricedTypes = ({ strapi }: WithStrapi): PricedType[] =>
  contentTypesOf({ strapi }).flatMap(({ uid, attributes, options, pluginOptions }) => {
    const entries = Object.entries(attributes);
    const prices = entries.flatMap(([name, one]) =>
      one?.customField === PRICE_FIELD ? [name] : [],
    );
    const [lines = null] = entries.flatMap(([name, one]) =>
      one?.type === 'relation' && one.target === VERTICAL ? [name] : [],
    );
    return prices.length === 0
      ? []
      : [
          {
            uid,
            prices,
            lines,
            hasDrafts: options?.draftAndPublish === true,
            isLocalized: pluginOptions?.i18n?.localized === true,
          },
        ];
  });
