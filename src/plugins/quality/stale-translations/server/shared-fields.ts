import type { WithStrapi } from '../../../../platform/with-strapi';
import { isSharedValue, isStoredByLanguage } from '../../../../catalogue/language-values';
import { featuresOf } from '../../../../feature/application';
import type { Field, Layout } from '../../../../feature/layout';
import { currentLanguage } from '../../../../platform/http/message-language';
import { findModel, type AttributeSchema } from '../../../../platform/strapi/models';

/** Field of an entry or of its single components, with its label in the form. */
export type SharedField = {
  path: readonly string[];
  attribute: AttributeSchema;
  label: string;
  /** Names of enumeration values. */
  choices: Readonly<Record<string, string>>;
};

export const NUMBERS: readonly string[] = ['integer', 'biginteger', 'decimal', 'float'];

const VALUES: readonly string[] = [
  ...NUMBERS,
  ...['boolean', 'enumeration', 'date', 'datetime', 'time'],
  ...['string', 'text', 'email', 'relation', 'media'],
];

const WITHIN = ' › ';

/** Returns the layouts of all types and components. */
export const layoutsOf = ({ strapi }: WithStrapi): ReadonlyMap<string, Layout> =>
  new Map(
    featuresOf({ strapi })
      .flatMap(({ layouts }) => [...(layouts?.types ?? []), ...(layouts?.components ?? [])])
      .map((layout) => [layout.uid, layout]),
  );

/** Returns whether an entry owns the value of a field, and it can be copied between languages. */
const isCopied = (attribute: AttributeSchema, field: Field): boolean => {
  const { type, target, mappedBy } = attribute;
  if (!VALUES.includes(type) || !isSharedValue(attribute, field)) return false;
  return type !== 'relation' || (mappedBy === undefined && target?.startsWith('api::') === true);
};

/**
 * Returns the fields of a localized type that have one value in every language, although each
 * language stores its own. Fields in lists of components are not among them.
 */
export const sharedFieldsOf = ({ strapi }: WithStrapi, uid: string): readonly SharedField[] => {
  const layouts = layoutsOf({ strapi });
  const language = currentLanguage({ strapi });

  const within = (model: string): SharedField[] =>
    Object.entries(findModel({ strapi }, model)?.attributes ?? {}).flatMap(
      ([name, attribute]): SharedField[] => {
        const row = layouts.get(model)?.rows.find((one) => name in one);
        const field = row?.[name];
        if (attribute === undefined || field === undefined) return [];
        if (model === uid && !isStoredByLanguage(attribute)) return [];
        const label = field.label[language];
        if (isCopied(attribute, field)) {
          const choices = Object.fromEntries(
            Object.entries(field.choices ?? {}).map(([value, text]) => [value, text[language]]),
          );
          return [{ path: [name], attribute, label, choices }];
        }
        const { type, component, repeatable } = attribute;
        if (type !== 'component' || component === undefined || repeatable === true) return [];
        return within(component).map((inner) => ({
          ...inner,
          path: [name, ...inner.path],
          label: label + WITHIN + inner.label,
        }));
      },
    );

  return within(uid);
};

/** Returns the `populate` parameter for some fields. */
export const populateOf = (
  fields: readonly Pick<SharedField, 'path' | 'attribute'>[],
): Record<string, object> => {
  const populate: Record<string, { populate?: Record<string, object> }> = {};
  for (const { path, attribute } of fields) {
    const [name = '', ...inner] = path;
    if (inner.length > 0) {
      const inside = populateOf([{ path: inner, attribute }]);
      populate[name] = { populate: { ...populate[name]?.populate, ...inside } };
    } else if (attribute.type === 'relation' || attribute.type === 'media') {
      populate[name] = {};
    }
  }
  return populate;
};
