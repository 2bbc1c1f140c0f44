import { isCopiedAtStart, isSharedValue, isStoredByLanguage } from '#catalogue/language-values';
import { findLayoutField } from '#feature/layout';

/** Attribute of a model, limited to the properties that this feature reads. */
type Attribute = {
  type: string;
  regex?: unknown;
  customField?: string;
  component?: string;
  pluginOptions?: { i18n?: { localized?: boolean } };
};

export type Attributes = Readonly<Record<string, Attribute | undefined>>;

/** Returns the attributes of a component; undefined if it does not exist. */
export type ComponentOf = (uid: string) => Attributes | undefined;

type Values = Readonly<Record<string, unknown>>;

const PARTS = ['component', 'dynamiczone'];

/** Returns the fields of a type that have one value in every language, and its components. */
export const listSharedNames = (uid: string, attributes: Attributes): string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute !== undefined &&
    isStoredByLanguage(attribute) &&
    findLayoutField(uid, name) !== undefined &&
    isSharedValue(attribute, findLayoutField(uid, name))
      ? [name]
      : [],
  );

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutTexts = (uid: string, part: Values, componentOf: ComponentOf): Values => {
  const attributes = componentOf(uid) ?? {};
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const attribute = attributes[name];
      if (attribute === undefined) return [name, value];
      if (PARTS.includes(attribute.type))
        return [name, stripTranslatedTexts(attribute, value, componentOf)];
      const field = findLayoutField(uid, name);
      return [name, isCopiedAtStart(attribute, field) ? value : null];
    }),
  );
};

/** Returns whether a value is missing, or a component or relation without any value. */
const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return (
    isValues(value) &&
    Object.entries(value).every(([name, inner]) => name.startsWith('__') || isEmpty(inner))
  );
};

/** Returns components without their translated texts. Components that only have texts are omitted. */
const stripTranslatedTexts = (
  attribute: Attribute,
  value: unknown,
  componentOf: ComponentOf,
): unknown => {
  const stripPartTexts = (part: unknown): unknown => {
    if (!isValues(part)) return null;
    const uid = attribute.component ?? String(part.__component);
    const rest = withoutTexts(uid, part, componentOf);
    return isEmpty(rest) ? null : rest;
  };
  return Array.isArray(value)
    ? value.map(stripPartTexts).filter((part) => part !== null)
    : stripPartTexts(value);
};

/**
 * Returns the values with which a version in another language begins: all but the texts that are
 * translated. Names may be the same in every language.
 *
 * @param values those of the source, as the form holds them
 */
export const createInitialValues = (
  uid: string,
  { attributes, componentOf }: { attributes: Attributes; componentOf: ComponentOf },
  values: Values,
): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const [attribute, field] = [attributes[name], findLayoutField(uid, name)];
      if (attribute === undefined || field === undefined || !isStoredByLanguage(attribute)) {
        return [];
      }
      const start = PARTS.includes(attribute.type)
        ? stripTranslatedTexts(attribute, value, componentOf)
        : isCopiedAtStart(attribute, field)
          ? value
          : null;
      return isEmpty(start) ? [] : [[name, start]];
    }),
  );
