import {
  asData,
  findCurrencyProblem,
  isNaming,
  hasSameReferences,
  readCell,
  writeCell,
  type Column,
  type CurrenciesIn,
  type NamedReference,
  type Field,
  type FieldsOf,
} from '#plugins/tables/bulk-edit';
import type { Text } from '#feature/layout';
import { isPosition, formatFieldPath, type FieldPath } from '../columns/field-paths';
import {
  formatCell,
  findComponentUid,
  listFilledPaths,
  isValues,
  readParts,
  toReferences,
  type Values,
} from './entry-cells';

/** New value of a place in an entry. An empty text clears it. */
export type Write = {
  place: FieldPath;
  text: string;
  /** Row of the file, if the entry has several. */
  row?: number;
  /** Whether the file hides its row or column. */
  hidden?: 'row' | 'column';
  /** Whether a spreadsheet may display the cell differently. */
  isConverted?: boolean;
};

export type MergeResult = {
  /** Changed fields only, in the form of the Document Service. */
  data: Record<string, unknown>;
  changed: readonly string[];
  errors: readonly { place: string; reason: Text }[];
};

/** Result within an entry, whose errors have paths instead of texts. */
type Part = Omit<MergeResult, 'errors'> & { errors: readonly { place: FieldPath; reason: Text }[] };

export type MergeContext = {
  fieldsOf: FieldsOf;
  language: keyof Text;
  referencesNamed: (column: Column) => (name: string) => readonly NamedReference[];
  currenciesIn: CurrenciesIn;
};

const noPlace: Text = {
  en: 'This entry has no such component.',
  es: 'Esta entrada no tiene ese componente.',
};

/** Compares texts. Spreadsheets trim them and change line ends. */
export const isSameText = (first: string, other: string): boolean =>
  first.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();

const nothing: Part = { data: {}, changed: [], errors: [] };

/** @param path the component that the places begin in */
const createUnplacedErrors = (writes: readonly Write[], path: FieldPath = []): Part['errors'] =>
  writes.map(({ place }) => ({ place: [...path, ...place], reason: noPlace }));

const withoutFirstStep = (write: Write): Write => ({ ...write, place: write.place.slice(1) });

const groupWrites = (writes: readonly Write[]): Map<string, Write[]> => {
  const groups = new Map<string, Write[]>();
  for (const write of writes) {
    const [first = ''] = write.place;
    groups.set(first, [...(groups.get(first) ?? []), write]);
  }
  return groups;
};

const prefixPaths = (merged: Part, path: FieldPath): Pick<Part, 'changed' | 'errors'> => ({
  changed: merged.changed.map((place) => formatFieldPath([...path, place])),
  errors: merged.errors.map(({ place, reason }) => ({ place: [...path, ...place], reason })),
});

/** Counts the new parts of a list. A zone takes none, because their components are unknown. */
const countAdded = (field: Field, length: number, writes: readonly Write[]): number => {
  if (field.kind === 'zone') return 0;
  const added = writes.flatMap(({ place: [position], text }) =>
    isPosition(position) && Number(position) > length && text.trim() !== '' ? [position] : [],
  );
  return new Set(added).size;
};

/** Returns a function that merges a file's values into an entry, and reports errors. */
export const createMerge = ({
  fieldsOf,
  language,
  referencesNamed,
  currenciesIn,
}: MergeContext) => {
  /**
   * Returns whether a field already has a value. Several files can share a name, so relations are
   * compared by name.
   */
  const isSame = (column: Column, current: unknown, value: unknown): boolean =>
    isNaming(column)
      ? hasSameReferences(toReferences(column, current), value)
      : isSameText(formatCell(column, current, language), writeCell(column, value, language));

  const mergeCell = (column: Column, current: Values | null, { text }: Write): Part => {
    const before = formatCell(column, current?.[column.name], language);
    if (isSameText(before, text)) return nothing;
    const stored = isNaming(column) ? toReferences(column, current?.[column.name]) : [];
    const read = readCell(column, text.replace(/\r\n?/g, '\n'), referencesNamed(column), stored);
    if ('error' in read) {
      return { ...nothing, errors: [{ place: [column.name], reason: read.error }] };
    }
    const value: unknown = read.value;
    if (isSame(column, current?.[column.name], value)) return nothing;
    return { data: { [column.name]: asData(column, value) }, changed: [column.name], errors: [] };
  };

  const isEmptyAfterWrites = (
    component: string,
    part: Values | null,
    writes: readonly Write[],
  ): boolean => {
    const texts = new Map(
      listFilledPaths(fieldsOf, component, part ?? {}).map(({ place, column, value }) => [
        formatFieldPath(place),
        formatCell(column, value, language),
      ]),
    );
    for (const { place, text } of writes) texts.set(formatFieldPath(place), text);
    return [...texts.values()].every((text) => text.trim() === '');
  };

  const mergePart = (
    component: string,
    part: Values | null,
    writes: readonly Write[],
  ): Part & { value: unknown } => {
    const merged = merge(component, part, writes);
    if (merged.changed.length > 0 && isEmptyAfterWrites(component, part, writes)) {
      return { ...merged, value: null };
    }
    const identity = isValues(part) ? { id: part.id } : {};
    return { ...merged, value: { ...identity, ...merged.data } };
  };

  const mergeList = (field: Field, current: Values | null, writes: readonly Write[]): Part => {
    const parts = readParts(current?.[field.name]);
    const last = parts.length + countAdded(field, parts.length, writes);
    const isWrong = ({ place: [position], text }: Write): boolean =>
      !isPosition(position) || (Number(position) > last && text.trim() !== '');
    const written = groupWrites(writes);
    const values: unknown[] = [];
    const changedPlaces: string[] = [];
    const errors = [...createUnplacedErrors(writes.filter(isWrong), [field.name])];
    for (let position = 1; position <= last; position += 1) {
      const part = parts[position - 1] ?? null;
      const writesOfPart = (written.get(String(position)) ?? []).map(withoutFirstStep);
      const component = findComponentUid(field, part);
      const zone = field.kind === 'zone' ? { __component: component } : {};
      const merged = mergePart(component, part, writesOfPart);
      const mergedPart = prefixPaths(merged, [field.name, String(position)]);
      changedPlaces.push(...mergedPart.changed);
      errors.push(...mergedPart.errors);
      if (merged.changed.length === 0) {
        if (part !== null) values.push({ ...zone, id: part.id });
      } else if (merged.value !== null) values.push({ ...zone, ...(merged.value as object) });
    }
    return {
      data: changedPlaces.length === 0 ? {} : { [field.name]: values },
      changed: changedPlaces,
      errors,
    };
  };

  const mergeField = (
    uid: string,
    name: string,
    current: Values | null,
    writes: readonly Write[],
  ): Part => {
    const field = fieldsOf(uid).find((item) => item.name === name);
    if (field === undefined) return { ...nothing, errors: createUnplacedErrors(writes) };
    if (field.kind === 'cell') {
      const deeper = writes.filter(({ place }) => place.length > 1);
      const ownWrite = writes.find(({ place }) => place.length === 1);
      const merged = ownWrite === undefined ? nothing : mergeCell(field.column, current, ownWrite);
      return { ...merged, errors: [...merged.errors, ...createUnplacedErrors(deeper)] };
    }
    if (field.kind !== 'part') return mergeList(field, current, writes.map(withoutFirstStep));
    const part = current?.[name];
    const merged = mergePart(
      field.component,
      isValues(part) ? part : null,
      writes.map(withoutFirstStep),
    );
    return {
      data: merged.changed.length === 0 ? {} : { [name]: merged.value },
      ...prefixPaths(merged, [name]),
    };
  };

  const merge = (uid: string, current: Values | null, writes: readonly Write[]): Part => {
    const all = [...groupWrites(writes)].map(([name, its]) => mergeField(uid, name, current, its));
    return {
      data: Object.assign({}, ...all.map(({ data }) => data)) as Part['data'],
      changed: all.flatMap(({ changed }) => changed),
      errors: all.flatMap(({ errors }) => errors),
    };
  };

  /**
   * Returns errors for prices written in a currency that none of the entry's business lines uses.
   */
  const findCurrencyErrors = (
    uid: string,
    values: Values,
    writes: readonly Write[],
  ): MergeResult['errors'] => {
    const currencies = currenciesIn(uid, values);
    return fieldsOf(uid).flatMap((field) => {
      if (field.kind !== 'cell' || field.column.kind !== 'price') return [];
      const written = writes.find(({ place }) => formatFieldPath(place) === field.name);
      const reason = written === undefined ? null : findCurrencyProblem(written.text, currencies);
      return reason === null ? [] : [{ place: field.name, reason }];
    });
  };

  /**
   * @param current the stored draft; null for a new entry
   * @param writes at most one per place
   */
  return (uid: string, current: Values | null, writes: readonly Write[]): MergeResult => {
    const merged = merge(uid, current, writes);
    const errors = findCurrencyErrors(uid, { ...current, ...merged.data }, writes);
    const placedErrors = merged.errors.map(({ place, reason }) => ({
      place: formatFieldPath(place),
      reason,
    }));
    return { ...merged, errors: [...placedErrors, ...errors] };
  };
};
