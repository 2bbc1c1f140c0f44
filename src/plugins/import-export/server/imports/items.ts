import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Text } from '../../../../feature/layout';
import type { Heading } from '../columns/headings';
import { placeFrom, placeText } from '../columns/places';
import type { Write } from '../entries/merge';

/** By what a file calls an entry: the first that it says counts. */
export type Key = { of: 'id' | 'SKU' | 'slug'; value: string };

export type LanguageWrites = {
  locale: string | null;
  writes: readonly Write[];
  /** The version that was exported; null where the file does not say. */
  version: string | null;
};

/** An entry as a file says that it is to be. */
export type EntryItem = {
  /** The rows of the file that are about it; the first one below the names of the columns is 2. */
  rows: readonly number[];
  key: Key | null;
  languages: readonly LanguageWrites[];
  /** What is wrong with the rows themselves. */
  error: Text | null;
};

type Said = {
  row: number;
  key: Key | null;
  languages: readonly LanguageWrites[];
  error: Text | null;
};

const problems = {
  key: {
    en: 'The row does not say which entry it is about.',
    es: 'La fila no dice de qué entrada se trata.',
  },
  language: {
    en: 'The row does not say in which language it is, or in one that the site does not have.',
    es: 'La fila no dice en qué idioma está, o es uno que el sitio no tiene.',
  },
  twice: {
    en: 'Another row says something about the same place as well.',
    es: 'Otra fila dice también algo del mismo lugar.',
  },
} as const satisfies Record<string, Text>;

export type Sheet = {
  headings: readonly Heading[];
  /** Without the first one, which names the columns. */
  rows: readonly (readonly string[])[];
  locales: readonly string[];
  /** The language of what names none; null for types without languages. */
  locale: string | null;
};

const cellsOf = (
  headings: readonly Heading[],
  row: readonly string[],
): readonly (readonly [Heading, string])[] =>
  headings.map((heading, at) => [heading, row[at] ?? ''] as const);

const keyIn = (cells: ReturnType<typeof cellsOf>): Key | null => {
  const first = (is: (heading: Heading) => boolean): string | undefined =>
    cells.find(([heading, text]) => is(heading) && text.trim() !== '')?.[1].trim();
  const id = first((heading) => heading.kind === 'key');
  if (id !== undefined) return { of: 'id', value: id };
  for (const name of ['SKU', 'slug'] as const) {
    const value = first(
      (heading) =>
        heading.kind === 'field' && heading.place.length === 1 && heading.place[0] === name,
    );
    if (value !== undefined) return { of: name, value };
  }
  return null;
};

/** What a row says, language by language. */
const saidBy = (
  { headings, locales, locale: usual }: Sheet,
  row: readonly string[],
  number: number,
): Said => {
  const cells = cellsOf(headings, row);
  const key = keyIn(cells);
  const language = cells
    .find(([heading]) => heading.kind === 'language')?.[1]
    .trim()
    .toLowerCase();
  const own = language === undefined ? usual : (locales.find((one) => one === language) ?? null);
  const isLost = language !== undefined && own === null;
  const place = cells.find(([heading]) => heading.kind === 'place')?.[1].trim() ?? '';
  const languages = new Map<string | null, { writes: Write[]; version: string | null }>();
  const of = (locale: string | null) => {
    const known = languages.get(locale ?? own) ?? { writes: [], version: null };
    languages.set(locale ?? own, known);
    return known;
  };
  for (const [heading, text] of cells) {
    if (heading.kind === 'field') of(heading.locale).writes.push({ place: heading.place, text });
    if (heading.kind === 'text' && place !== '') {
      of(heading.locale).writes.push({ place: placeFrom(place), text });
    }
    if (heading.kind === 'version' && text.trim() !== '') of(heading.locale).version = text.trim();
  }
  return {
    row: number,
    key,
    languages: [...languages].map(([locale, said]) => ({ locale, ...said })),
    error: key === null ? problems.key : isLost ? problems.language : null,
  };
};

const joined = (all: readonly Said[]): EntryItem => {
  const languages = new Map<
    string | null,
    { writes: Map<string, Write>; version: string | null }
  >();
  let error = all.find((one) => one.error !== null)?.error ?? null;
  for (const said of all) {
    for (const { locale, writes, version } of said.languages) {
      const known = languages.get(locale) ?? { writes: new Map<string, Write>(), version: null };
      for (const write of writes) {
        const place = placeText(write.place);
        if (known.writes.has(place)) error ??= problems.twice;
        known.writes.set(place, write);
      }
      known.version ??= version;
      languages.set(locale, known);
    }
  }
  return {
    rows: all.map(({ row }) => row),
    key: all[0]?.key ?? null,
    languages: [...languages].map(([locale, { writes, version }]) => ({
      locale,
      version,
      writes: [...writes.values()],
    })),
    error,
  };
};

/** Rows that are read without letting anybody else have their turn. */
const AT_ONCE = 200;

/** The entries of a file: rows that call theirs the same are about one, which is written as a whole. */
export const itemsIn = async (sheet: Sheet): Promise<EntryItem[]> => {
  const groups = new Map<string, Said[]>();
  for (const [index, row] of sheet.rows.entries()) {
    if (index % AT_ONCE === 0) await othersTurn();
    const said = saidBy(sheet, row, index + 2);
    const name = said.key === null ? `row ${said.row}` : `${said.key.of} ${said.key.value}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [said]);
    else group.push(said);
  }
  const items: EntryItem[] = [];
  for (const group of groups.values()) {
    if (items.length % AT_ONCE === 0) await othersTurn();
    items.push(joined(group));
  }
  return items;
};
