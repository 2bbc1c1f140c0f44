/**
 * Attribute of a model, limited to the properties that rules read. Server and panel get the same
 * properties from Strapi.
 */
export type AttributeShape = {
  type: string;
  required?: boolean;
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  /** Cardinality of a relation, such as `manyToOne`. */
  relation?: string;
  target?: string;
  /** Pattern of valid texts. */
  regex?: unknown;
  customField?: string;
  pluginOptions?: { i18n?: { localized?: boolean } };
};

/** Returns the attributes of a content type or component; undefined if it does not exist. */
export type Shapes = (
  uid: string,
) => Readonly<Record<string, AttributeShape | undefined>> | undefined;

/** Returns the component of a part of an attribute. */
export const componentOf = (
  attribute: AttributeShape | undefined,
  part: Readonly<Record<string, unknown>> | undefined,
): string | undefined => {
  if (attribute?.type === 'component') return attribute.component;
  return attribute?.type === 'dynamiczone' && typeof part?.__component === 'string'
    ? part.__component
    : undefined;
};
