import { toComparableText } from '#catalogue/comparable-text';
import type { Text } from '#feature/layout';
import type { Column, Field, FieldsOf } from '#plugins/tables/bulk-edit';

/** Path of a value in an entry: field names and, in lists, positions counted from 1. */
export type FieldPath = readonly string[];

export const formatFieldPath = (place: FieldPath): string => place.join('.');

export const parseFieldPath = (text: string): FieldPath => text.split('.');

export type PlaceColumn = { place: FieldPath; column: Column; isText: boolean };

/** Separator of nested labels: `SEO › Title`. */
const LABEL_SEPARATOR = ' › ';

/** Returns whether a part of a place is a position in a list, counted from 1. */
export const isPosition = (text: string | undefined): text is string =>
  /^[1-9]\d{0,3}$/.test(text ?? '');

/** Returns the label of a field, or its name if a sibling has the same label. */
const getDistinctLabel = (fields: readonly Field[], field: Field, language: keyof Text): string =>
  fields.filter(
    ({ label }) => toComparableText(label[language]) === toComparableText(field.label[language]),
  ).length === 1
    ? field.label[language]
    : field.name;

/** Returns the label of a place, as headings show it. */
export const labelFieldPath = (
  fieldsOf: FieldsOf,
  uid: string,
  [name = '', ...rest]: FieldPath,
  language: keyof Text,
): string => {
  const fields = fieldsOf(uid);
  const field = fields.find((item) => item.name === name);
  if (field === undefined) return [name, ...rest].join('.');
  const label = getDistinctLabel(fields, field, language);
  if (field.kind === 'cell' || rest.length === 0) return label;
  // The component at a position of a dynamic zone differs by entry.
  if (field.kind === 'zone') return [label, ...rest].join(' ');
  const [position, ...inner] = field.kind === 'list' ? rest : ['', ...rest];
  const ownLabel = field.kind === 'list' ? `${label} ${position ?? ''}` : label;
  if (inner.length === 0) return ownLabel;
  return ownLabel + LABEL_SEPARATOR + labelFieldPath(fieldsOf, field.component, inner, language);
};

/** Returns a field's labels, with and without the time zone of its cells. */
const listLabels = (field: Field): string[] => {
  const labels = [field.label.en, field.label.es];
  const zone = field.kind === 'cell' ? field.column.timeZone : null;
  if (zone === null) return labels;
  return [...labels, ...labels.map((label) => label.replace(` (${zone})`, ''))];
};

const matches = (field: Field, text: string): boolean =>
  [field.name, ...listLabels(field)].some(
    (spelling) => toComparableText(spelling) === toComparableText(text),
  );

/** Returns the place that nested names or labels refer to, or null if there is none. */
const findNestedPlace = (
  fieldsOf: FieldsOf,
  uid: string,
  [first = '', ...rest]: readonly string[],
): PlaceColumn | null => {
  const fields = fieldsOf(uid);
  const [, unnumbered, inFirst] = /^(.*\S)\s+([1-9]\d{0,3})$/.exec(first.trim()) ?? [];
  // A field's name takes precedence over another field's equal label.
  const field =
    fields.find(({ name }) => name === first.trim()) ??
    fields.find((item) => matches(item, first)) ??
    fields.find((item) => item.kind === 'list' && matches(item, unnumbered ?? ''));
  if (field === undefined || field.kind === 'zone') return null;
  if (field.kind === 'cell') {
    return rest.length === 0
      ? { place: [field.name], column: field.column, isText: field.isText }
      : null;
  }
  const [next, ...further] = rest;
  const position = inFirst ?? (isPosition(next) ? next : undefined);
  if (field.kind === 'list' && position === undefined) return null;
  const inner = findNestedPlace(
    fieldsOf,
    field.component,
    field.kind === 'list' && inFirst === undefined ? further : rest,
  );
  if (inner === null) return null;
  const ownPath = field.kind === 'list' ? [field.name, position ?? ''] : [field.name];
  return { ...inner, place: [...ownPath, ...inner.place] };
};

/** Returns the place of a heading, given as field names or labels. */
export const findPlaceByName = (
  fieldsOf: FieldsOf,
  uid: string,
  text: string,
): PlaceColumn | null => {
  const whole = findNestedPlace(fieldsOf, uid, [text]);
  if (whole !== null) return whole;
  if (text.includes(LABEL_SEPARATOR.trim()))
    return findNestedPlace(fieldsOf, uid, text.split(LABEL_SEPARATOR.trim()));
  return text.includes('.') ? findNestedPlace(fieldsOf, uid, text.split('.')) : null;
};

/** Returns the places that every entry of a type has: all outside lists and zones. */
export const listFixedPlaces = (fieldsOf: FieldsOf, uid: string): readonly PlaceColumn[] =>
  fieldsOf(uid).flatMap((field): PlaceColumn[] => {
    if (field.kind === 'cell') {
      return [{ place: [field.name], column: field.column, isText: field.isText }];
    }
    if (field.kind !== 'part') return [];
    return listFixedPlaces(fieldsOf, field.component).map((inner) => ({
      ...inner,
      place: [field.name, ...inner.place],
    }));
  });

/** Returns a function that maps places to sort keys, in the order of forms. */
export const createPlaceOrder = (
  fieldsOf: FieldsOf,
  uid: string,
): ((place: FieldPath) => readonly number[]) => {
  const orderIn = (model: string, [name = '', ...rest]: FieldPath): readonly number[] => {
    const fields = fieldsOf(model);
    const fieldIndex = fields.findIndex((field) => field.name === name);
    const field = fields[fieldIndex];
    if (field === undefined || field.kind === 'cell' || field.kind === 'zone') return [fieldIndex];
    if (field.kind === 'part') return [fieldIndex, ...orderIn(field.component, rest)];
    const [position = '0', ...inner] = rest;
    return [fieldIndex, Number(position), ...orderIn(field.component, inner)];
  };
  return (place) => orderIn(uid, place);
};

/** Compares two sort keys of {@link createPlaceOrder}. */
export const byOrder = (first: readonly number[], other: readonly number[]): number => {
  const position = first.findIndex((number, index) => number !== other[index]);
  return position === -1
    ? first.length - other.length
    : (first[position] ?? 0) - (other[position] ?? -1);
};
