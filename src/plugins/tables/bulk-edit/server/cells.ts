import {
  isClearMarker,
  isCode,
  isDamaged,
  normalizeCodeAt,
  findTextProblem,
} from '#catalogue/cell-texts';
import { toComparableText } from '#catalogue/comparable-text';
import type { Text } from '#feature/layout';
import {
  getDateProblemText,
  type DateReading,
  getDateTimeProblemText,
  formatDateTime,
  readDate,
  readDateTime,
  readTime,
  timeProblemText,
} from '#catalogue/typed-values/read-date-time';
import {
  numberProblemTexts,
  formatNumber,
  readNumber,
  type NumberType,
} from '#catalogue/typed-values/read-number';
import { hasLostCharacter, isSpreadsheetError } from '#platform/http/spreadsheets/text';
import { priceProblemTexts, parsePrice } from '#catalogue/money/parse-price';
import { isHiddenTitle } from '#catalogue/access/hidden-entries';
import type { Column } from '../edit';

/** Reference in a cell: an entry of another type, or a file by its number. */
export type NamedReference = {
  documentId: string;
  slug: string | null;
  name: string;
  /** The user may not read the entry; its name is a text that says so. */
  isHidden?: true;
};

/** Value of a cell, or the error in it. */
export type Read = { value: unknown } | { error: Text };

const trueWords = ['true', '1', 'yes', 'y', 'sí', 'si', 's', 'x', 'verdadero'];
const falseWords = ['false', '0', 'no', 'n', 'falso'];

const words = { en: ['yes', 'no'], es: ['sí', 'no'] } as const;

const wrong = {
  boolean: { en: 'Write yes or no.', es: 'Escribe sí o no.' },
  ambiguous: {
    en: 'This number can be read in two ways. Write two decimals, as in 1234.00.',
    es: 'Este número se puede leer de dos maneras. Escribe dos decimales, como 1234,00.',
  },
  separators: {
    en: 'This number can be read in two ways. Write thousands without a separator, as in 1234.',
    es: 'Este número se puede leer de dos maneras. Escribe los miles sin separador, como 1234.',
  },
  lost: {
    en: 'A character could not be decoded (�). Save the file as UTF-8, or write the text again.',
    es: 'Hay un carácter ilegible (�). Guarda el archivo en UTF-8, o vuelve a escribir el texto.',
  },
  damaged: {
    en: 'This text seems to be in another encoding. Save the file as UTF-8, or write the text again.',
    es: 'Este texto parece estar en otra codificación. Guarda el archivo en UTF-8, o vuelve a escribir el texto.',
  },
  one: {
    en: 'The field takes only one entry, and “;”, “|” and line breaks separate several.',
    es: 'El campo admite una sola entrada, y «;», «|» y los saltos de línea separan varias.',
  },
} as const satisfies Record<string, Text>;

const describeSpreadsheetError = (text: string): Text => ({
  en: `“${text}” is a spreadsheet error, not a value.`,
  es: `«${text}» es un error de la hoja de cálculo, no un valor.`,
});

const choose = (choices: Column['choices']): Text => {
  const joinChoices = (language: keyof Text): string =>
    choices.map(({ label }) => label[language]).join(', ');
  return { en: `Choose one of: ${joinChoices('en')}.`, es: `Elige entre: ${joinChoices('es')}.` };
};

/** Returns the option that a cell names by its stored value, or as forms show it in any language. */
const findChoice = (choices: Column['choices'], text: string): string | undefined => {
  const written = toComparableText(text);
  const isWritten = (spelling: string): boolean => toComparableText(spelling) === written;
  return (
    choices.find(({ value }) => isWritten(value)) ??
    choices.find(({ label }) => isWritten(label.en) || isWritten(label.es))
  )?.value;
};

const readNumeric = (text: string, type: NumberType): Read => {
  const reading = readNumber(text, type);
  switch (reading.kind) {
    case 'empty':
      return { value: null };
    case 'number':
      return { value: reading.number };
    case 'ambiguous':
      return { error: type === 'decimal' ? wrong.ambiguous : wrong.separators };
    case 'wrong':
      return { error: numberProblemTexts[reading.problem] };
  }
};

const readAmount = (text: string): Read => {
  const reading = parsePrice(text);
  switch (reading.kind) {
    case 'empty':
      return { value: null };
    case 'amount':
      return { value: reading.amount };
    case 'ambiguous':
      return { error: wrong.ambiguous };
    case 'wrong':
      return { error: priceProblemTexts[reading.problem] };
  }
};

const readBoolean = (text: string): Read => {
  const word = text.toLowerCase();
  if (trueWords.includes(word)) return { value: true };
  return falseWords.includes(word) ? { value: false } : { error: wrong.boolean };
};

const getTimeZone = ({ timeZone }: Pick<Column, 'timeZone'>): string => timeZone ?? 'UTC';

type FailedDate = Exclude<DateReading, { kind: 'empty' | 'value' }>;

const fromDate = (reading: DateReading, problemText: (reading: FailedDate) => Text): Read => {
  if (reading.kind === 'empty') return { value: null };
  return reading.kind === 'value' ? { value: reading.value } : { error: problemText(reading) };
};

/** Returns whether the cells of a column refer to entries or files. */
export const isNaming = ({ kind }: Pick<Column, 'kind'>): boolean =>
  kind === 'relation' || kind === 'media';

export const splitNames = (text: string): string[] =>
  text
    .split(/[;\n|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Maximum number of names listed in an error. */
const MOST_LISTED = 5;

const describeAmbiguousName = (
  kind: Column['kind'],
  name: string,
  all: readonly NamedReference[],
): Text => {
  // Entries can share a slug, in other locales or as drafts.
  const hasSlugs = new Set(all.flatMap(({ slug }) => slug ?? [])).size === all.length;
  const listedEntries = all
    .slice(0, MOST_LISTED)
    .map(({ slug, documentId }) => (hasSlugs && slug !== null ? slug : documentId))
    .join(', ');
  const choices = all.length > MOST_LISTED ? `${listedEntries}, …` : listedEntries;
  if (kind === 'media') {
    return {
      en: `Several files have the name “${name}”. Write the number of one of them: ${choices}.`,
      es: `Varios archivos tienen el nombre «${name}». Escribe el número de uno de ellos: ${choices}.`,
    };
  }
  return hasSlugs
    ? {
        en: `Several entries have the name “${name}”. Write the slug of one of them: ${choices}.`,
        es: `Varias entradas tienen el nombre «${name}». Escribe el slug de una de ellas: ${choices}.`,
      }
    : {
        en: `Several entries have the name “${name}”. Write the id of one of them: ${choices}.`,
        es: `Varias entradas tienen el nombre «${name}». Escribe el id de una de ellas: ${choices}.`,
      };
};

const notFound = (name: string, isMany: boolean): Text => ({
  en: `“${name}” does not exist.${isMany ? ' Separate several entries by “;”.' : ''}`,
  es: `No existe «${name}».${isMany ? ' Separa varias entradas con «;».' : ''}`,
});

/**
 * Replaces the titles of unreadable entries in a cell by the stored references, in their order.
 * Their number does not matter: the last title stands for all remaining ones, so that none is lost.
 * Another user may have exported the file. If this user may read all of them, the titles stand for
 * the references that the cell does not name.
 */
const restoreHidden = (
  names: readonly string[],
  current: readonly NamedReference[],
  referencesNamed: (name: string) => readonly NamedReference[],
): (string | NamedReference)[] => {
  const last = names.findLastIndex(isHiddenTitle);
  if (last < 0) return [...names];
  const others = new Set(
    names
      .flatMap((name) => (isHiddenTitle(name) ? [] : referencesNamed(name)))
      .map((reference) => reference.documentId),
  );
  const hiddenReferences = current.filter(({ isHidden }) => isHidden === true);
  const unnamed = current.filter(({ documentId }) => !others.has(documentId));
  const storedReferences = hiddenReferences.length > 0 ? hiddenReferences : unnamed;
  if (storedReferences.length === 0) return [...names];
  let takenCount = 0;
  return names.flatMap((name, index): (string | NamedReference)[] => {
    if (!isHiddenTitle(name)) return [name];
    const begin = takenCount;
    takenCount = index === last ? storedReferences.length : takenCount + 1;
    return storedReferences.slice(begin, takenCount);
  });
};

const readRelation = (
  { isMany, kind }: Column,
  text: string,
  referencesNamed: (name: string) => readonly NamedReference[],
  current: readonly NamedReference[],
): Read => {
  const names = splitNames(text);
  if (names.length > 1 && !isMany) return { error: wrong.one };
  const references: NamedReference[] = [];
  for (const name of restoreHidden(names, current, referencesNamed)) {
    if (typeof name !== 'string') {
      references.push(name);
      continue;
    }
    const all = referencesNamed(name);
    const [first] = all;
    if (first === undefined) return { error: notFound(name, isMany) };
    if (all.length > 1) return { error: describeAmbiguousName(kind, name, all) };
    references.push(first);
  }
  return { value: references };
};

/**
 * Parses a cell. An empty cell clears the field.
 *
 * @param referencesNamed finds the entries that a name or slug can mean
 * @param current stored references, which titles of unreadable entries stand for
 */
export const readCell = (
  column: Column,
  written: string,
  referencesNamed: (name: string) => readonly NamedReference[],
  current: readonly NamedReference[] = [],
): Read => {
  const text = written.replace(/^\uFEFF/, '').trim();
  if (isSpreadsheetError(text)) return { error: describeSpreadsheetError(text) };
  if (hasLostCharacter(text)) return { error: wrong.lost };
  if (isNaming(column)) return readRelation(column, text, referencesNamed, current);
  if (text === '') return { value: null };
  switch (column.kind) {
    case 'relation':
    case 'media':
    case 'text':
      return { value: text };
    case 'integer':
    case 'decimal':
    case 'float':
      return readNumeric(text, column.kind);
    case 'price':
      return readAmount(text);
    case 'boolean':
      return readBoolean(text);
    case 'date':
      return fromDate(readDate(text), getDateProblemText);
    case 'time':
      return fromDate(readTime(text), timeProblemText);
    case 'datetime': {
      const zone = getTimeZone(column);
      return fromDate(readDateTime(text, zone), (failed) => getDateTimeProblemText(failed, zone));
    }
    case 'choice': {
      const choice = findChoice(column.choices, text);
      return choice === undefined ? { error: choose(column.choices) } : { value: choice };
    }
  }
};

/**
 * Parses a cell of the grid with the checks of an import. It refuses spreadsheet errors, rounded
 * numbers, invalid ISBNs and texts in the wrong encoding.
 */
export const readGridCell = (
  column: Column,
  written: string,
  referencesNamed: (name: string) => readonly NamedReference[],
  current: readonly NamedReference[] = [],
): Read => {
  if (isClearMarker(written)) return readCell(column, '', referencesNamed);
  const place = column.name.split('.');
  const problem = findTextProblem(place, written);
  if (problem !== null) return { error: problem };
  if (isDamaged(written)) return { error: wrong.damaged };
  const text = isCode(place) ? normalizeCodeAt(place, written) : written;
  return readCell(column, text, referencesNamed, current);
};

/** Returns whether two values refer to the same documents in the same order. */
export const hasSameReferences = (first: unknown, other: unknown): boolean => {
  const getDocumentIds = (value: unknown): string[] =>
    ([value ?? []].flat() as NamedReference[]).map(({ documentId }) => documentId);
  return getDocumentIds(first).join(' ') === getDocumentIds(other).join(' ');
};

/** Converts a cell's value for the Document Service: entries by documentId, files by number. */
export const asData = ({ kind, isMany }: Column, value: unknown): unknown => {
  if (!isNaming({ kind })) return value;
  const ids = (value as NamedReference[]).map(({ documentId }) => documentId);
  if (kind === 'media') {
    const files = ids.map(Number);
    return isMany ? files : (files[0] ?? null);
  }
  return isMany ? { set: ids.map((documentId) => ({ documentId })) } : (ids[0] ?? null);
};

/** Returns the stored value of a field in the format of a write. */
export const getStoredData = (column: Column, row: Readonly<Record<string, unknown>>): unknown =>
  asData(column, row[column.name] ?? (isNaming(column) ? [] : null));

/** Returns the name of an entry in a cell: its slug, which is unique, otherwise its name. */
const nameOf = ({ slug, name }: NamedReference): string => slug ?? name;

/** Formats a stored value as a cell. Parsing the cell returns the same value. */
export const writeCell = (column: Column, value: unknown, language: keyof Text = 'en'): string => {
  const { kind } = column;
  if (isNaming({ kind })) {
    return ([value ?? []].flat() as NamedReference[]).map(nameOf).join('; ');
  }
  if (value === null || value === undefined) return '';
  if (kind === 'price') {
    const amount = Number(value).toFixed(2);
    return language === 'es' ? amount.replace('.', ',') : amount;
  }
  if (kind === 'integer' || kind === 'decimal' || kind === 'float') {
    return formatNumber(Number(value), language);
  }
  if (kind === 'datetime' && (typeof value === 'string' || value instanceof Date)) {
    // Spreadsheets would read `2026-03-04 19:00` as a date in the order of their own locale. They
    // leave a text with `h` unchanged.
    return `${formatDateTime(value, getTimeZone(column))} h`;
  }
  if (typeof value === 'boolean') return words[language][value ? 0 : 1];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value instanceof Date ? value.toISOString() : '';
};
