import type { Text } from '../../../../../feature/layout';
import type { FieldsOf } from '../../../bulk-edit';
import type { SheetLayout } from '../../runs';
import { headingNames, fieldHeading, withLocale } from '../columns/headings';
import {
  byOrder,
  labelFieldPath,
  fixedPlaces,
  placeCalled,
  parseFieldPath,
  placeOrder,
  formatFieldPath,
  type FieldPath,
} from '../columns/field-paths';
import type { ExportedItem } from './export-batch';

/** Rows of an exported file: the headings, and the rows of an item. */
export type ExportedTable = {
  first: string[];
  rowsOf: (item: ExportedItem) => string[][];
};

type Tabulating = {
  fieldsOf: FieldsOf;
  uid: string;
  /** Empty for types without locales. */
  locales: readonly string[];
  layout: SheetLayout;
  language: keyof Text;
  /** All places that have a text in some item. */
  places: readonly string[];
  mayRead: (place: FieldPath) => boolean;
};

const KEYS = ['SKU', 'slug'];

/** Returns the columns, keys first, so that readers see which entry a row belongs to. */
const columnsOf = ({ fieldsOf, uid, places, mayRead }: Tabulating): FieldPath[] => {
  const order = placeOrder(fieldsOf, uid);
  const fixed = fixedPlaces(fieldsOf, uid)
    .map(({ place }) => place)
    .filter(mayRead);
  const all = new Set([...fixed.map(formatFieldPath), ...places]);
  return [...all]
    .map(parseFieldPath)
    .map((place) => ({ place, at: order(place) }))
    .toSorted((one, other) => byOrder(one.at, other.at))
    .map(({ place }) => place)
    .toSorted(
      (one, other) =>
        Number(KEYS.includes(formatFieldPath(other))) - Number(KEYS.includes(formatFieldPath(one))),
    );
};

/** Returns a table with a row per entry, its texts side by side, or a row per locale. */
const entryTable = (tabulating: Tabulating): ExportedTable => {
  const { fieldsOf, uid, locales, layout, language } = tabulating;
  const isBesideEachOther = layout === 'columns' && locales.length > 0;
  // Files with locales side by side are for translators: they contain texts only.
  const columns = columnsOf(tabulating).filter(
    (place) =>
      !isBesideEachOther || placeCalled(fieldsOf, uid, formatFieldPath(place))?.isText === true,
  );
  const heading = (place: FieldPath, locale: string | null): string =>
    fieldHeading({ fieldsOf, uid }, place, locale, language);
  const [id, version, ownLanguage] = [
    headingNames.id[language],
    headingNames.version[language],
    headingNames.language[language],
  ];
  if (isBesideEachOther) {
    return {
      first: [
        id,
        ...columns.flatMap((place) => locales.map((locale) => heading(place, locale))),
        ...locales.map((locale) => withLocale(version, locale)),
      ],
      rowsOf: ({ documentId, languages }) => [
        [
          documentId,
          ...columns.flatMap((place) =>
            locales.map((locale) => languages[locale]?.texts[formatFieldPath(place)] ?? ''),
          ),
          ...locales.map((locale) => languages[locale]?.version ?? ''),
        ],
      ],
    };
  }
  const hasLanguages = locales.length > 0;
  return {
    first: [
      id,
      ...(hasLanguages ? [ownLanguage] : []),
      ...columns.map((place) => heading(place, null)),
      version,
    ],
    rowsOf: ({ documentId, languages }) =>
      Object.entries(languages).map(([locale, { texts, version: own }]) => [
        documentId,
        ...(hasLanguages ? [locale] : []),
        ...columns.map((place) => texts[formatFieldPath(place)] ?? ''),
        own,
      ]),
  };
};

/**
 * Returns a table for translators with a row per text, its locales side by side, or a row per
 * locale.
 */
const textTable = ({ fieldsOf, uid, locales, layout, language }: Tabulating): ExportedTable => {
  const shared = [headingNames.id, headingNames.page, headingNames.field, headingNames.place].map(
    (one) => one[language],
  );
  const placesIn = ({ languages }: ExportedItem): string[] => [
    ...new Set(Object.values(languages).flatMap(({ texts }) => Object.keys(texts))),
  ];
  const begin = ({ documentId, page }: ExportedItem, place: string): string[] => [
    documentId,
    page,
    labelFieldPath(fieldsOf, uid, parseFieldPath(place), language),
    place,
  ];
  if (layout === 'columns') {
    return {
      first: [
        ...shared,
        ...locales,
        ...locales.map((locale) => withLocale(headingNames.version[language], locale)),
      ],
      rowsOf: (item) =>
        placesIn(item).map((place) => [
          ...begin(item, place),
          ...locales.map((locale) => item.languages[locale]?.texts[place] ?? ''),
          ...locales.map((locale) => item.languages[locale]?.version ?? ''),
        ]),
    };
  }
  return {
    first: [
      ...shared,
      headingNames.language[language],
      headingNames.text[language],
      headingNames.version[language],
    ],
    rowsOf: (item) =>
      Object.entries(item.languages).flatMap(([locale, { texts, version }]) =>
        Object.entries(texts).map(([place, text]) => [
          ...begin(item, place),
          locale,
          text,
          version,
        ]),
      ),
  };
};

export const exportedTable = (tabulating: Tabulating & { isByText: boolean }): ExportedTable =>
  tabulating.isByText ? textTable(tabulating) : entryTable(tabulating);
