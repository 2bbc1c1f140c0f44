import type { AttributeSchema } from '../../../../platform/strapi/models';
import type { Change } from '../edit';

/** Where a column stands: in the entry itself, or in a part that the entry has once (`seo.title`). */
type Place = { part: string | null; field: string };

export const placeOf = (name: string): Place => {
  const [part = '', field] = name.split('.');
  return field === undefined ? { part: null, field: name } : { part, field };
};

/** The component of a part that an entry has once; undefined of anything else. */
export const componentOf = (attribute: AttributeSchema | undefined): string | undefined =>
  attribute?.type === 'component' && attribute.repeatable !== true
    ? attribute.component
    : undefined;

type Row = Readonly<Record<string, unknown>>;

/** A part of a row as it was read along with it; null where the row has none. */
export const partIn = (row: Row, part: string): Row | null => {
  const [found] = [row[part] ?? []].flat() as Row[];
  return found ?? null;
};

/** What a row has in the fields of its parts, under the names of their columns. */
export const fieldsOfParts = (row: Row, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { part, field } = placeOf(name);
      return part === null ? [] : [[name, partIn(row, part)?.[field] ?? null]];
    }),
  );

/** The id by which the draft's part is known is kept: what is not named in it stays as it is. */
const inPart = (before: unknown, own: Row | null, field: string, value: unknown): Row => ({
  ...(own !== null && { id: own.id }),
  ...(before as Row | undefined),
  [field]: value,
});

/**
 * Whether a draft and what is published of it both have a part, or both do not. Where only one of them has it, taking a
 * change back would lose what else stands in it.
 */
export const isPartAlike = (draft: Row, published: Row | null, name: string): boolean => {
  const { part } = placeOf(name);
  if (part === null || published === null) return true;
  return (partIn(draft, part) === null) === (partIn(published, part) === null);
};

/** A change with one more field: what is written, what takes it back, and what visitors see. */
export const withField = (
  change: Change,
  { draft, published, name }: { draft: Row; published: Row | null; name: string },
  { data, undo, seen }: { data: unknown; undo: unknown; seen: unknown },
): Change => {
  const { part, field } = placeOf(name);
  if (part === null) {
    return {
      ...change,
      data: { ...change.data, [field]: data },
      undo: { ...change.undo, [field]: undo },
      seen: published && { ...change.seen, [field]: seen },
    };
  }
  const own = partIn(draft, part);
  const before = (values: Row | null, value: unknown): Row | null =>
    own === null ? null : inPart(values?.[part], own, field, value);
  return {
    ...change,
    data: { ...change.data, [part]: inPart(change.data[part], own, field, data) },
    undo: { ...change.undo, [part]: before(change.undo, undo) },
    seen: published && { ...change.seen, [part]: before(change.seen, seen) },
  };
};
