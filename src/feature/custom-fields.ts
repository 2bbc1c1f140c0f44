import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, type AttributeSchema } from '#platform/strapi/models';

/** A found value, and its path in the document. */
export type FoundValue<Field extends string> = {
  path: readonly (string | number)[];
  field: Field;
  value: unknown;
};

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Returns the components of a value, which is one component or a list. */
const listComponents = (value: unknown): [part: Values, path: readonly number[]][] => {
  if (!Array.isArray(value)) return isObject(value) ? [[value, []]] : [];
  return value.flatMap((part: unknown, index): [Values, readonly number[]][] =>
    isObject(part) ? [[part, [index]]] : [],
  );
};

/**
 * Creates a finder for certain values in a type's documents, in components and dynamic zones too.
 *
 * @param fieldOf returns the kind of an attribute; undefined for attributes to ignore
 */
export const createValueFinder = <Field extends string>(
  { strapi }: WithStrapi,
  fieldOf: (attribute: AttributeSchema, name: string) => Field | undefined,
) => {
  const concerned = new Map<string, boolean>();

  const findField = (name: string, attribute: AttributeSchema | undefined): Field | undefined =>
    attribute === undefined ? undefined : fieldOf(attribute, name);

  /**
   * Returns whether a type can contain such values. Most types cannot, and their writes are not
   * searched.
   */
  const mayContainFields = (uid: string, outerTypes: readonly string[] = []): boolean => {
    const cached = concerned.get(uid);
    if (cached !== undefined) return cached;
    if (outerTypes.includes(uid)) return false;
    const attributes = Object.entries(findModel({ strapi }, uid)?.attributes ?? {});
    const isConcerned = attributes.some(
      ([name, attribute]) =>
        findField(name, attribute) !== undefined ||
        [attribute?.component ?? [], attribute?.components ?? []]
          .flat()
          .some((part) => mayContainFields(part, [...outerTypes, uid])),
    );
    if (outerTypes.length === 0) concerned.set(uid, isConcerned);
    return isConcerned;
  };

  const find = (uid: string, values: Values): FoundValue<Field>[] =>
    Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(
      ([name, attribute]): FoundValue<Field>[] => {
        const value = values[name];
        if (value === undefined || attribute === undefined) return [];
        const field = findField(name, attribute);
        if (field !== undefined) return [{ path: [name], field, value }];
        if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return [];
        return listComponents(value).flatMap(([part, at]) => {
          const inner = attribute.component ?? String(part.__component);
          return find(inner, part).map((place) => ({
            ...place,
            path: [name, ...at, ...place.path],
          }));
        });
      },
    );

  return {
    /** Returns whether documents of a type, or a component, can contain such values. */
    concerns: (uid: string): boolean => mayContainFields(uid),

    find: (uid: string, values: unknown): FoundValue<Field>[] =>
      isObject(values) && mayContainFields(uid) ? find(uid, values) : [],

    /** Returns the attributes of a type or component that are such fields or contain some. */
    attributesOf: (uid: string): readonly string[] =>
      Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(([name, attribute]) => {
        const parts = [attribute?.component ?? [], attribute?.components ?? []].flat();
        return findField(name, attribute) !== undefined ||
          parts.some((part) => mayContainFields(part))
          ? [name]
          : [];
      }),
  };
};

/** Creates a finder for the values of custom fields. */
export const createFieldFinder = <Field extends string>(
  context: WithStrapi,
  fields: readonly Field[],
) => createValueFinder(context, ({ customField }) => fields.find((field) => field === customField));
