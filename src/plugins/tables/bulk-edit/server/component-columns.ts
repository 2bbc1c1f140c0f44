import type { Change } from '../edit';

/** Place of a column: the entry itself, or a single component of it (`seo.title`). */
type ColumnTarget = { part: string | null; field: string };

export const parseColumnTarget = (name: string): ColumnTarget => {
  const [part = '', field] = name.split('.');
  return field === undefined ? { part: null, field: name } : { part, field };
};

type Row = Readonly<Record<string, unknown>>;

/** Returns a component of a row; null if the row has none. */
export const readComponent = (row: Row, part: string): Row | null => {
  const [found] = [row[part] ?? []].flat() as Row[];
  return found ?? null;
};

/** Returns the component fields of a row by column name. */
export const readComponentFields = (row: Row, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { part, field } = parseColumnTarget(name);
      return part === null ? [] : [[name, readComponent(row, part)?.[field] ?? null]];
    }),
  );

/** Sets a field of a component. Its id is kept, so that the other fields remain unchanged. */
const inPart = (before: unknown, own: Row | null, field: string, value: unknown): Row => ({
  ...(own !== null && { id: own.id }),
  ...(before as Row | undefined),
  [field]: value,
});

/**
 * Returns whether the draft and the published version both have a component, or both lack it. If
 * only one has it, an undo would lose the component's other fields.
 */
export const isPartInBothVersions = (draft: Row, published: Row | null, name: string): boolean => {
  const { part } = parseColumnTarget(name);
  if (part === null || published === null) return true;
  return (readComponent(draft, part) === null) === (readComponent(published, part) === null);
};

/** Adds a field to a change: the new value, the undo value, and the published value. */
export const withField = (
  change: Change,
  { draft, published, name }: { draft: Row; published: Row | null; name: string },
  { data, undo, seen }: { data: unknown; undo: unknown; seen: unknown },
): Change => {
  const { part, field } = parseColumnTarget(name);
  if (part === null) {
    return {
      ...change,
      data: { ...change.data, [field]: data },
      undo: { ...change.undo, [field]: undo },
      seen: published && { ...change.seen, [field]: seen },
    };
  }
  const own = readComponent(draft, part);
  const before = (values: Row | null, value: unknown): Row | null =>
    own === null ? null : inPart(values?.[part], own, field, value);
  return {
    ...change,
    data: { ...change.data, [part]: inPart(change.data[part], own, field, data) },
    undo: { ...change.undo, [part]: before(change.undo, undo) },
    seen: published && { ...change.seen, [part]: before(change.seen, seen) },
  };
};
