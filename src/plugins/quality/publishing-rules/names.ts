import { listIn } from '../../../catalogue/entry-values';
import type { Field, Layout, Text } from '../../../feature/layout';
import type { Entry, Path } from '../../../feature/publishing-rules';
import { componentOf, type Shapes } from './models';

/** Returns the form's label of an attribute of a type or component. */
export type LabelOf = (uid: string, name: string) => Text;

export const labelsOf = (layouts: readonly Layout[]): LabelOf => {
  const known = new Map(layouts.map((layout) => [layout.uid, layout]));
  return (uid, name) => {
    const layout = known.get(uid);
    const field = layout?.rows.find((row) => row[name] !== undefined)?.[name];
    return field?.label ?? layout?.hidden?.[name] ?? { en: name, es: name };
  };
};

/** Returns the appearance of an attribute in the form; undefined if the form does not show it. */
export type FieldOf = (uid: string, name: string) => Field | undefined;

export const fieldsOf = (layouts: readonly Layout[]): FieldOf => {
  const known = new Map(layouts.map((layout) => [layout.uid, layout]));
  return (uid, name) => known.get(uid)?.rows.find((row) => row[name] !== undefined)?.[name];
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
  for (let at = 0; at < path.length && owner !== undefined; at += 1) {
    const name = String(path[at]);
    const next = path[at + 1];
    const position = typeof next === 'number' ? next : undefined;
    steps.push({ label: labelOf(owner, name), ...(position !== undefined && { position }) });
    const part: Entry | undefined =
      values === undefined ? undefined : listIn(values, name)[position ?? 0];
    owner = componentOf(shapes(owner)?.[name], part);
    values = part;
    if (position !== undefined) at += 1;
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
