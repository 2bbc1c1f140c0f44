import {
  asData,
  currencyProblem,
  isNaming,
  namedOf,
  namesAlike,
  readCell,
  writeCell,
  type Column,
  type CurrenciesIn,
  type Named,
} from '../../../bulk-edit';
import type { Text } from '../../../../../feature/layout';
import type { Field, FieldsOf } from '../columns/fields';
import { placeText, type Place } from '../columns/places';
import { cellText, componentOf, filledPlaces, isValues, partsIn, type Values } from './cells-of';

/** New value of a place in an entry. An empty text clears it. */
export type Write = {
  place: Place;
  text: string;
  /** Row of the file, if the entry has several. */
  row?: number;
  /** Whether the file hides its row or column. */
  hidden?: 'row' | 'column';
  /** Whether a spreadsheet may display the cell differently. */
  isConverted?: boolean;
};

export type Merged = {
  /** Changed fields only, in the form of the Document Service. */
  data: Record<string, unknown>;
  changed: readonly string[];
  errors: readonly { place: string; reason: Text }[];
};

export type Merging = {
  fieldsOf: FieldsOf;
  /** Language of the cell texts. */
  language: keyof Text;
  /** Returns the entries or files with a name. */
  known: (column: Column) => (name: string) => readonly Named[];
  currenciesIn: CurrenciesIn;
};

const noPlace: Text = {
  en: 'There is no such place in this entry.',
  es: 'No hay tal lugar en esta entrada.',
};

/** Compares texts. Spreadsheets trim them and change line ends. */
export const same = (one: string, other: string): boolean =>
  one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();

const within = (write: Write): Write => ({ ...write, place: write.place.slice(1) });

const grouped = (writes: readonly Write[]): Map<string, Write[]> => {
  const groups = new Map<string, Write[]>();
  for (const write of writes) {
    const [first = ''] = write.place;
    groups.set(first, [...(groups.get(first) ?? []), write]);
  }
  return groups;
};

const prefixed = (merged: Merged, at: Place): Pick<Merged, 'changed' | 'errors'> => ({
  changed: merged.changed.map((place) => placeText([...at, place])),
  errors: merged.errors.map(({ place, reason }) => ({
    place: placeText([...at, place]),
    reason,
  })),
});

/** Returns a function that merges a file's values into an entry, and reports errors. */
export const createMerge = ({ fieldsOf, language, known, currenciesIn }: Merging) => {
  /**
   * Returns whether a field already has a value. Several files can share a name, so relations are
   * compared by name.
   */
  const isSame = (column: Column, current: unknown, value: unknown): boolean =>
    isNaming(column)
      ? namesAlike(
          [current ?? []].flat().map((one: object) => namedOf(column.target, one)),
          value,
        )
      : same(cellText(column, current, language), writeCell(column, value, language));

  const mergeCell = (column: Column, current: Values | null, { text }: Write): Merged => {
    const before = cellText(column, current?.[column.name], language);
    const none: Merged = { data: {}, changed: [], errors: [] };
    if (same(before, text)) return none;
    const read = readCell(column, text.replace(/\r\n?/g, '\n'), known(column));
    if ('error' in read) {
      return { ...none, errors: [{ place: column.name, reason: read.error }] };
    }
    const value: unknown = read.value;
    if (isSame(column, current?.[column.name], value)) return none;
    return { data: { [column.name]: asData(column, value) }, changed: [column.name], errors: [] };
  };

  /** Returns whether a component is empty after the writes. */
  const becomesEmpty = (
    component: string,
    part: Values | null,
    writes: readonly Write[],
  ): boolean => {
    const texts = new Map(
      filledPlaces(fieldsOf, component, part ?? {}).map(({ place, column, value }) => [
        placeText(place),
        cellText(column, value, language),
      ]),
    );
    for (const { place, text } of writes) texts.set(placeText(place), text);
    return [...texts.values()].every((text) => text.trim() === '');
  };

  const mergePart = (
    component: string,
    part: Values | null,
    writes: readonly Write[],
  ): Merged & { value: unknown } => {
    const merged = merge(component, part, writes);
    if (merged.changed.length > 0 && becomesEmpty(component, part, writes)) {
      return { ...merged, value: null };
    }
    const kept = isValues(part) ? { id: part.id } : {};
    return { ...merged, value: { ...kept, ...merged.data } };
  };

  const mergeList = (field: Field, current: Values | null, writes: readonly Write[]): Merged => {
    const parts = partsIn(current?.[field.name]);
    const written = grouped(writes);
    const last = Math.max(parts.length, ...[...written.keys()].map(Number));
    const values: unknown[] = [];
    const changed: string[] = [];
    const errors: Merged['errors'][number][] = [];
    for (let position = 1; position <= last; position += 1) {
      const part = parts[position - 1] ?? null;
      const here = (written.get(String(position)) ?? []).map(within);
      const component = componentOf(field, part);
      const zone = field.kind === 'zone' ? { __component: component } : {};
      if (field.kind === 'zone' && part === null) {
        if (here.some(({ text }) => text.trim() !== '')) {
          errors.push({ place: placeText([field.name, String(position)]), reason: noPlace });
        }
        continue;
      }
      const merged = mergePart(component, part, here);
      const told = prefixed(merged, [field.name, String(position)]);
      changed.push(...told.changed);
      errors.push(...told.errors);
      if (merged.changed.length === 0) {
        if (part !== null) values.push({ ...zone, id: part.id });
      } else if (merged.value !== null) values.push({ ...zone, ...(merged.value as object) });
    }
    return { data: changed.length === 0 ? {} : { [field.name]: values }, changed, errors };
  };

  const mergeField = (
    uid: string,
    name: string,
    current: Values | null,
    writes: readonly Write[],
  ): Merged => {
    const field = fieldsOf(uid).find((one) => one.name === name);
    const [first] = writes;
    if (field === undefined || first === undefined) {
      return { data: {}, changed: [], errors: [{ place: name, reason: noPlace }] };
    }
    if (field.kind === 'cell') return mergeCell(field.column, current, first);
    if (field.kind !== 'part') return mergeList(field, current, writes.map(within));
    const part = current?.[name];
    const merged = mergePart(field.component, isValues(part) ? part : null, writes.map(within));
    return {
      data: merged.changed.length === 0 ? {} : { [name]: merged.value },
      ...prefixed(merged, [name]),
    };
  };

  const merge = (uid: string, current: Values | null, writes: readonly Write[]): Merged => {
    const all = [...grouped(writes)].map(([name, its]) => mergeField(uid, name, current, its));
    return {
      data: Object.assign({}, ...all.map(({ data }) => data)) as Merged['data'],
      changed: all.flatMap(({ changed }) => changed),
      errors: all.flatMap(({ errors }) => errors),
    };
  };

  /**
   * Returns errors for prices written in a currency that none of the entry's business lines uses.
   */
  const currencyErrors = (
    uid: string,
    values: Values,
    writes: readonly Write[],
  ): Merged['errors'] => {
    const currencies = currenciesIn(uid, values);
    return fieldsOf(uid).flatMap((field) => {
      if (field.kind !== 'cell' || field.column.kind !== 'price') return [];
      const written = writes.find(({ place }) => placeText(place) === field.name);
      const reason = written === undefined ? null : currencyProblem(written.text, currencies);
      return reason === null ? [] : [{ place: field.name, reason }];
    });
  };

  /**
   * @param current the stored draft; null for a new entry
   * @param writes at most one per place
   */
  return (uid: string, current: Values | null, writes: readonly Write[]): Merged => {
    const merged = merge(uid, current, writes);
    const errors = currencyErrors(uid, { ...current, ...merged.data }, writes);
    return { ...merged, errors: [...merged.errors, ...errors] };
  };
};
