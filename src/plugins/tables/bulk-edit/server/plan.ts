import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isWithheldAt } from '#catalogue/off-sale';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { getEntryTitle } from '#catalogue/entry-summary';
import type { Text } from '#feature/layout';
import { createLocalizedError } from '#platform/http/localized-error';
import type { ColumnKey, Cell, Change, Column, PlannedRow, SubmittedRow } from '../edit';
import { isNaming, hasSameReferences, readGridCell, writeCell, type NamedReference } from './cells';
import { listChangeableColumns, createFieldAccessCheck } from './fields';
import {
  readChargedPrices,
  type FindChargedPrice,
  findCurrencyProblem,
  findCurrencies,
  getLineIds,
  type CurrenciesIn,
} from './prices';
import { bulkEditErrors } from './errors';
import {
  findDocumentsByKey,
  readChangeableDrafts,
  isPartInBothVersions,
  withField,
  type Draft,
  type PublishedOf,
} from './drafts';
import { createReferenceFinders, type FindReference } from './find-references';

type Plan = TypeRequest & {
  language: keyof Text;
  columns: readonly ColumnKey[];
  rows: readonly SubmittedRow[];
};

const unknownKey: Text = {
  en: 'The entry does not exist, or you may not edit it.',
  es: 'La entrada no existe o no puedes editarla.',
};

const ambiguousKey: Text = {
  en: 'Several entries have this name. Write the slug.',
  es: 'Varias entradas tienen este nombre. Escribe el slug.',
};

const twice: Text = {
  en: 'Another row has the same entry.',
  es: 'Otra fila contiene la misma entrada.',
};

const noVersion: Text = {
  en: 'The entry has no version in this locale.',
  es: 'La entrada no tiene versión en este idioma.',
};

const partGone: Text = {
  en: 'The draft and the published version differ in this component. Edit it in the form.',
  es: 'El borrador y la versión publicada difieren en este componente. Edítalo en el formulario.',
};

type Context = {
  language: keyof Text;
  readableTitle: (title: string) => string;
  referenceFinder: (column: Column) => FindReference;
  publishedOf: PublishedOf;
  currenciesOf: (values: Parameters<CurrenciesIn>[1]) => readonly string[];
  linesOf: (values: Parameters<CurrenciesIn>[1]) => readonly string[];
  chargedFor: FindChargedPrice;
};

type PlacedColumn = { column: Column; locale: string | null };

/** Plans the changes of one row in each locale of its columns. */
const planRow = (
  {
    language,
    readableTitle,
    referenceFinder,
    publishedOf,
    currenciesOf,
    linesOf,
    chargedFor,
  }: Context,
  placed: readonly PlacedColumn[],
  drafts: readonly Draft[],
  { key, cells }: SubmittedRow,
): PlannedRow => {
  const changes = new Map<string | null, Change>();
  const read = placed.map(({ column, locale }, index): Cell => {
    const written = cells[index] ?? null;
    const draft = drafts.find((item) => item.locale === locale) ?? null;
    const before = draft === null ? '' : writeCell(column, draft[column.name], language);
    if (draft === null) return { before, after: written ?? '', error: written ? noVersion : null };
    if (written === null || written.trim() === before.trim()) {
      return { before, after: before, error: null };
    }
    const reading = readGridCell(
      column,
      written,
      (name) => referenceFinder(column)(name, locale),
      isNaming(column) ? (draft[column.name] as NamedReference[]) : [],
    );
    if ('error' in reading) return { before, after: written, error: reading.error };
    const { value } = reading;
    const after = writeCell(column, value, language);
    const isShownAlike = after.trim() === before.trim();
    const isSame = isNaming(column) ? hasSameReferences(draft[column.name], value) : isShownAlike;
    if (isSame) return { before, after: before, error: null };
    const published = publishedOf(draft);
    // Several files can have the same name, so their cells can look alike.
    const shownText = isShownAlike ? written : after;
    if (!isPartInBothVersions(draft, published, column.name))
      return { before, after: shownText, error: partGone };
    changes.set(locale, withField(changes.get(locale), { column, draft, published, value }));
    return { before, after: shownText, error: null };
  });
  const onSale = drafts
    .filter((draft) => {
      const published = publishedOf(draft);
      return published !== null && !isWithheldAt(published, Date.now());
    })
    .map(({ locale }) => locale);
  /** Checks the price of a cell after all changes of the row, which can move it to another line. */
  const planned = read.map((cell, index): Cell => {
    const { column, locale } = placed[index] ?? {};
    const draft = drafts.find((item) => item.locale === locale);
    if (column?.kind !== 'price' || cell.error !== null || draft === undefined) return cell;
    const entry: Draft = { ...draft, ...changes.get(draft.locale)?.data };
    const currencies = currenciesOf(entry);
    const written = cells[index] ?? null;
    const error = written === null ? null : findCurrencyProblem(written, currencies);
    if (written !== null && error !== null) return { ...cell, after: written, error };
    const charged = chargedFor({
      entry,
      title: readableTitle(getEntryTitle(entry)),
      name: column.name,
      currencies,
      lines: linesOf(entry),
      onSale,
    });
    return charged === undefined ? cell : { ...cell, charged };
  });
  const [draft] = drafts;
  return {
    key,
    documentId: draft?.documentId ?? null,
    title: draft === undefined ? '' : readableTitle(getEntryTitle(draft)),
    error: null,
    cells: planned,
    changes: planned.some(({ error }) => error !== null) ? [] : [...changes.values()],
  };
};

const refuseRow = ({ key, cells }: SubmittedRow, error: Text): PlannedRow => ({
  key,
  documentId: null,
  title: '',
  error,
  cells: cells.map((cell) => ({ before: '', after: cell ?? '', error: null })),
  changes: [],
});

/**
 * Resolves the requested columns, without duplicates.
 *
 * @throws ValidationError `COLUMN_UNKNOWN` or `COLUMN_TWICE`
 */
const resolveColumns = (
  { strapi }: WithStrapi,
  plan: TypeRequest,
  columns: readonly ColumnKey[],
): PlacedColumn[] => {
  const all = listChangeableColumns({ strapi }, plan);
  const may = createFieldAccessCheck({ strapi }, plan);
  const seen = new Map<string, number>();
  return columns.map(({ name, locale }, index): PlacedColumn => {
    const place = name.split('.');
    const isPermitted = may('read', place, locale) && may('update', place, locale);
    const column = isPermitted ? all.find((item) => item.name === name) : undefined;
    if (column === undefined) {
      const details = { columns: [{ column: index + 1, name, locale }] };
      throw createLocalizedError({ strapi }, bulkEditErrors.COLUMN_UNKNOWN, {
        subject: name,
        details,
      });
    }
    const before = seen.get(`${name} ${locale ?? ''}`);
    seen.set(`${name} ${locale ?? ''}`, index);
    if (before !== undefined) {
      const { label } = column;
      const inLanguage = locale === null ? '' : ` (${locale})`;
      throw createLocalizedError({ strapi }, bulkEditErrors.COLUMN_TWICE, {
        subject: {
          en: `“${label.en}${inLanguage}”, fields ${before + 1} and ${index + 1}`,
          es: `«${label.es}${inLanguage}», campos ${before + 1} y ${index + 1}`,
        },
        details: {
          columns: [before, index].map((position) => ({ column: position + 1, name, locale })),
        },
      });
    }
    return { column, locale };
  });
};

/**
 * Plans the changes of submitted rows. Nothing is changed. The number of queries is independent of
 * the number of rows.
 */
export const planChanges = async (
  { strapi }: WithStrapi,
  { uid, ability, language, columns, rows }: Plan,
): Promise<PlannedRow[]> => {
  const placed = resolveColumns({ strapi }, { uid, ability }, columns);
  const meantBy = await findDocumentsByKey(
    { strapi },
    { uid, ability },
    rows.map(({ key }) => key),
  );
  const documents = new Set(rows.flatMap(({ key }) => meantBy(key)));
  const { drafts, publishedOf } = await readChangeableDrafts(
    { strapi },
    { uid, ability },
    [...documents],
    placed.map(({ column }) => column),
  );
  const finders = await createReferenceFinders(
    { strapi },
    ability,
    rows.flatMap(({ cells }) =>
      placed.map(({ column: { target } }, index) => ({ target, text: cells[index] ?? '' })),
    ),
  );
  const currenciesIn = await findCurrencies({ strapi });
  const context: Context = {
    language,
    readableTitle: createReadableTitles({ strapi }, ability, uid),
    referenceFinder: finders,
    publishedOf,
    currenciesOf: (values) => currenciesIn(uid, values),
    linesOf: (values) => getLineIds({ strapi }, uid, values),
    // The charged prices tell which product of the provider an entry is sold as.
    chargedFor:
      placed.some(({ column }) => column.kind === 'price') &&
      createFieldAccessCheck({ strapi }, { uid, ability })('read', ['payID'])
        ? await readChargedPrices(
            { strapi },
            drafts,
            listChangeableColumns({ strapi }, { uid, ability }),
            language,
          )
        : () => undefined,
  };
  const seen = new Set<string>();
  return rows.map((row) => {
    const [documentId, ...others] = meantBy(row.key);
    if (documentId === undefined) return refuseRow(row, unknownKey);
    if (others.length > 0) return refuseRow(row, ambiguousKey);
    if (seen.has(documentId)) return refuseRow(row, twice);
    seen.add(documentId);
    return planRow(
      context,
      placed,
      drafts.filter((draft) => draft.documentId === documentId),
      row,
    );
  });
};
