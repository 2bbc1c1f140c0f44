/** What of an attribute matters here; Strapi says it alike to the server and to the panel. */
export type AttributeShape = {
  type: string;
  required?: boolean;
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  /** Of a relation: how many of each side, and the type behind it. */
  relation?: string;
  target?: string;
};

/** The attributes of a content type or component; undefined where there is none of the name. */
export type Shapes = (
  uid: string,
) => Readonly<Record<string, AttributeShape | undefined>> | undefined;

/** Of which component a part of an attribute is. */
export const componentOf = (
  attribute: AttributeShape | undefined,
  part: Readonly<Record<string, unknown>> | undefined,
): string | undefined => {
  if (attribute?.type === 'component') return attribute.component;
  return attribute?.type === 'dynamiczone' && typeof part?.__component === 'string'
    ? part.__component
    : undefined;
};
