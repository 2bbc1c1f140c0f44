import { stat } from 'node:fs/promises';
import type { Core, UID } from '@strapi/types';
import type { Text } from '../../../../feature/layout';
import { localizedError } from '../../../../http/localized-error';
import { defaultLocale } from '../../../../strapi/default-locale';
import { findModel, isLocalized } from '../../../../strapi/models';
import { siteLocales } from '../../../../strapi/site-locales';
import { MOST_CELLS, MOST_COLUMNS, MOST_OF_CELL, MOST_OF_ROW, MOST_ROWS } from '../../runs';
import { fieldsOf } from '../columns/fields';
import { headingsOf, textHeadingsOf, type Heading } from '../columns/headings';
import { placeText } from '../columns/places';
import { importErrors } from '../errors';
import type { Limits, Refusal } from '../file/protocol';
import { RefusedFile } from '../file/refused-file';
import { readSheetFile } from '../file/sheet-thread';
import { importSettings } from '../../settings';
import { fieldAccess, isByText } from '../types';
import { itemsIn, type EntryItem } from './items';

type WithStrapi = { strapi: Core.Strapi };

/** What a file says, and which of its columns nobody reads. */
export type Parsed = { items: EntryItem[]; ignored: readonly string[] };

const limits: Omit<Limits, 'text'> = {
  // With the one that names the columns.
  rows: MOST_ROWS + 1,
  columns: MOST_COLUMNS,
  cells: MOST_CELLS,
  cell: MOST_OF_CELL,
  row: MOST_OF_ROW,
};

const refusals = {
  unreadable: importErrors.FILE_UNREADABLE,
  'too-many-rows': importErrors.TOO_MANY_ROWS,
  'too-many-columns': importErrors.TOO_MANY_COLUMNS,
  'too-many-cells': importErrors.TOO_MANY_CELLS,
  'row-too-long': importErrors.FILE_ROW_TOO_LONG,
  'cell-too-long': importErrors.FILE_CELL_TOO_LONG,
  'text-too-long': importErrors.FILE_CELL_TOO_LONG,
} as const;

/** Where in a file something is wrong. */
const placeIn = (refusal: Refusal): Text | undefined => {
  if (refusal.reason === 'row-too-long') {
    return { en: `row ${refusal.row}`, es: `fila ${refusal.row}` };
  }
  if (refusal.reason !== 'cell-too-long') return undefined;
  const { row, column } = refusal;
  return { en: `row ${row}, column ${column}`, es: `fila ${row}, columna ${column}` };
};

type SentFile = {
  /** Where it lies. */
  file: string;
  /** What whoever sent it calls it. */
  name: string;
  /** Ends the reading; its reason is thrown then. */
  signal?: AbortSignal | undefined;
};

const fileTooLarge = ({ strapi }: WithStrapi, limit: number): Error => {
  const megabytes = `${(limit / 2 ** 20).toFixed(0)} MB`;
  return localizedError({ strapi }, importErrors.FILE_TOO_LARGE, {
    subject: { en: `more than ${megabytes}`, es: `más de ${megabytes}` },
    details: { limit },
  });
};

const read = async (
  { strapi }: WithStrapi,
  { file, name, signal }: SentFile,
): Promise<string[][]> => {
  const { maxFileSize } = importSettings.of({ strapi });
  const { size } = await stat(file);
  if (size > maxFileSize) throw fileTooLarge({ strapi }, maxFileSize);
  try {
    // A workbook holds no more text than a file of CSV could.
    return await readSheetFile(file, { ...limits, text: maxFileSize }, signal);
  } catch (cause) {
    if (!(cause instanceof RefusedFile)) throw cause;
    const { reason, ...details } = cause.refusal;
    if (reason === 'too-much-text') throw fileTooLarge({ strapi }, maxFileSize);
    if (reason === 'no-text') {
      const isCalledWorkbook = /\.xlsx$/i.test(name);
      const { FILE_NO_WORKBOOK, FILE_NO_TEXT } = importErrors;
      throw localizedError({ strapi }, isCalledWorkbook ? FILE_NO_WORKBOOK : FILE_NO_TEXT);
    }
    throw localizedError({ strapi }, refusals[reason], {
      subject: placeIn(cause.refusal),
      details,
      cause,
    });
  }
};

/**
 * What columns may not be there twice of.
 *
 * @param usual the language of what names none, where rows do not say theirs
 */
const identityOf = (heading: Heading, usual: string | null): string | null => {
  if (heading.kind === 'field')
    return `${placeText(heading.place)} ${heading.locale ?? usual ?? ''}`;
  if (heading.kind === 'text' || heading.kind === 'version') {
    return `${heading.kind} ${heading.locale ?? usual ?? ''}`;
  }
  return heading.kind === 'ignored' ? null : heading.kind;
};

/** Of two columns that hold the same the last would count; nobody would see it. */
const assertOnce = (
  { strapi }: WithStrapi,
  headings: readonly Heading[],
  { first, locale }: { first: readonly string[]; locale: string | null },
): void => {
  const usual = headings.some(({ kind }) => kind === 'language') ? null : locale;
  const seen = new Map<string, number>();
  headings.forEach((heading, at) => {
    const identity = identityOf(heading, usual);
    if (identity === null) return;
    const before = seen.get(identity);
    seen.set(identity, at);
    if (before === undefined) return;
    const columns = [before, at].map((one) => ({ column: one + 1, name: first[one] ?? '' }));
    throw localizedError({ strapi }, importErrors.COLUMN_TWICE, {
      subject: columns.map(({ column, name }) => `${column}: “${name}”`).join(', '),
      details: { columns },
    });
  });
};

const assertComplete = ({ strapi }: WithStrapi, headings: readonly Heading[]): void => {
  const hasKey = headings.some(
    (heading) =>
      heading.kind === 'key' ||
      (heading.kind === 'field' && ['SKU', 'slug'].includes(placeText(heading.place))),
  );
  if (!hasKey) throw localizedError({ strapi }, importErrors.NO_KEY_COLUMN);
  if (!headings.some(({ kind }) => kind === 'field' || kind === 'text')) {
    throw localizedError({ strapi }, importErrors.NO_FIELD_COLUMN);
  }
};

/**
 * Reads the file of an import.
 *
 * @param ability of whoever imports: columns that they may not write are ignored, and said to be
 * @throws ValidationError or http-error 413 of {@link importErrors}
 */
export const parseFile = async (
  { strapi }: WithStrapi,
  { uid, ability, ...sent }: { uid: UID.ContentType; ability: unknown } & SentFile,
): Promise<Parsed> => {
  const [first = [], ...rows] = await read({ strapi }, sent);
  if (rows.length === 0) throw localizedError({ strapi }, importErrors.FILE_EMPTY);
  const model = findModel({ strapi }, uid);
  const hasLanguages = model !== undefined && isLocalized(model);
  const locales = hasLanguages ? await siteLocales({ strapi }) : [];
  const may = fieldAccess({ strapi }, { uid, ability });
  const named = isByText(uid)
    ? textHeadingsOf(locales, first)
    : headingsOf({ fieldsOf: fieldsOf({ strapi }), uid, locales }, first);
  const headings = named.map((heading, at): Heading =>
    heading.kind === 'field' && !may('update', heading.place)
      ? { kind: 'ignored', text: first[at] ?? '' }
      : heading,
  );
  const locale = hasLanguages ? await defaultLocale({ strapi }) : null;
  assertOnce({ strapi }, headings, { first, locale });
  assertComplete({ strapi }, headings);
  return {
    items: await itemsIn({ headings, rows, locales, locale }),
    ignored: headings.flatMap((heading) =>
      heading.kind === 'ignored' && heading.text.trim() !== '' ? [heading.text.trim()] : [],
    ),
  };
};
