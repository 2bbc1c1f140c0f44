import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import type { Column, Change } from '../edit';
import { isNaming, asData, storedIn } from './cells';
import { fieldAccess, fieldsOf, type Field } from './fields';

/** Place of a column: the entry itself, or a single component of it (`seo.title`). */
type ColumnTarget = { part: string | null; field: string };

export const parseColumnTarget = (name: string): ColumnTarget => {
  const [part = '', field] = name.split('.');
  return field === undefined ? { part: null, field: name } : { part, field };
};

type Row = Readonly<Record<string, unknown>>;

/** Returns a component of a row; null if the row has none. */
const readComponent = (row: Row, part: string): Row | null => {
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

type Version = Row & Pick<Change, 'locale'> & { updatedAt: string };

/** Adds the new value of a column to a draft's change, if any, with the values of its undo. */
export const withField = (
  former: Change | undefined,
  {
    column,
    draft,
    published,
    value,
  }: { column: Column; draft: Version; published: Row | null; value: unknown },
): Change => {
  const { locale, updatedAt: version } = draft;
  const change = former ?? { locale, version, data: {}, undo: {}, seen: null };
  const { part, field } = parseColumnTarget(column.name);
  const data = asData(column, value);
  const undo = storedIn(column, draft);
  const seen = published && storedIn(column, published);
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

/**
 * Returns the columns of a field. Those of a component are its own fields. Its relations and media
 * are only edited in forms, and so are lists and zones.
 */
const columnsIn = ({ strapi }: WithStrapi, field: Field): Column[] => {
  if (field.kind === 'cell') return [field.column];
  if (field.kind !== 'part') return [];
  return fieldsOf({ strapi })(field.component).flatMap((inner) =>
    inner.kind !== 'cell' || isNaming(inner.column)
      ? []
      : [
          {
            ...inner.column,
            name: `${field.name}.${inner.name}`,
            label: {
              en: `${field.label.en} › ${inner.label.en}`,
              es: `${field.label.es} › ${inner.label.es}`,
            },
            isLocalized: true,
          },
        ],
  );
};

/** Returns the columns of a type that the user may read and change, in the order of its form. */
export const columnsOf = (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
): Column[] => {
  const may = fieldAccess({ strapi }, { uid, ability });
  /** Users who may not read a type must not see the names of its entries. */
  const mayName = ({ kind, target }: Column): boolean =>
    kind !== 'relation' ||
    entryAccess({ strapi }, { ability, uid: target as UID.ContentType }).may('read');
  return fieldsOf({ strapi })(uid)
    .flatMap((field) => columnsIn({ strapi }, field))
    .filter((column) => {
      const place = column.name.split('.');
      return may('update', place) && may('read', place) && mayName(column);
    });
};
