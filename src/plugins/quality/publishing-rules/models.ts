import { listIn } from '#catalogue/entry-values';
import type { Field, Layout, Text } from '#feature/layout';
import type { Entry, Path } from '#feature/publishing-rules';

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
export const getComponentUid = (
  attribute: AttributeShape | undefined,
  part: Readonly<Record<string, unknown>> | undefined,
): string | undefined => {
  if (attribute?.type === 'component') return attribute.component;
  return attribute?.type === 'dynamiczone' && typeof part?.__component === 'string'
    ? part.__component
    : undefined;
};

/** Returns the form's label of an attribute of a type or component. */
export type LabelOf = (uid: string, name: string) => Text;

export const createLabelLookup = (layouts: readonly Layout[]): LabelOf => {
  const layoutOf = new Map(layouts.map((layout) => [layout.uid, layout]));
  return (uid, name) => {
    const layout = layoutOf.get(uid);
    const field = layout?.rows.find((row) => row[name] !== undefined)?.[name];
    return field?.label ?? layout?.hidden?.[name] ?? { en: name, es: name };
  };
};

/** Returns the appearance of an attribute in the form; undefined if the form does not show it. */
export type FieldOf = (uid: string, name: string) => Field | undefined;

export const createFieldLookup = (layouts: readonly Layout[]): FieldOf => {
  const layoutOf = new Map(layouts.map((layout) => [layout.uid, layout]));
  return (uid, name) => layoutOf.get(uid)?.rows.find((row) => row[name] !== undefined)?.[name];
};

/** Field on the path to a value, and the index of its component, counted from zero. */
export type Step = { label: Text; position?: number };

/** Returns the steps from the entry's field to a field within its components. */
export const parseFieldSteps = (
  { shapes, labelOf }: { shapes: Shapes; labelOf: LabelOf },
  uid: string,
  entry: Entry,
  path: Path,
): Step[] => {
  const steps: Step[] = [];
  let owner: string | undefined = uid;
  let values: Entry | undefined = entry;
  for (let index = 0; index < path.length && owner !== undefined; index += 1) {
    const name = String(path[index]);
    const next = path[index + 1];
    const position = typeof next === 'number' ? next : undefined;
    steps.push({ label: labelOf(owner, name), ...(position !== undefined && { position }) });
    const part: Entry | undefined =
      values === undefined ? undefined : listIn(values, name)[position ?? 0];
    owner = getComponentUid(shapes(owner)?.[name], part);
    values = part;
    if (position !== undefined) index += 1;
  }
  return steps;
};

/** Returns a path in words, as the form shows it: `Carousel 2 › Picture or video`. */
export const nameOf = (steps: readonly Step[]): Text => {
  const nameIn = (language: keyof Text): string =>
    steps
      .map(({ label, position }) =>
        position === undefined ? label[language] : `${label[language]} ${position + 1}`,
      )
      .join(' › ');
  return { en: nameIn('en'), es: nameIn('es') };
};
