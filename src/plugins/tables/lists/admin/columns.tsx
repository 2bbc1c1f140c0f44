import {
  asColumn,
  changeColumns,
  type AddedColumn,
  type Cell,
  type Column,
  type ListEntry,
} from '#platform/strapi/admin/content-manager';
import { type StrapiApp, useFetchClient } from '@strapi/strapi/admin';
import { message, useTexts } from './texts';
import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { getLanguageName } from '#catalogue/locale-names';
import { SmallPicture } from '#platform/admin/SmallPicture';
import type { State } from '#catalogue/entry-summary';
import type { Row, Rows } from '../lists';

type Get = ReturnType<typeof useFetchClient>['get'];

type ListedRow = { row: Row | undefined; locales: readonly string[] };

/** Pending batches of cell requests, by list and locale. */
const waiting = new Map<
  string,
  { documents: Set<string>; relations: Set<string>; answer: Promise<Rows> }
>();

type RowRequest = { model: string; locale: string | null; documentId: string; relation?: string };

/** Adds a cell's request to the batch of its list. */
const ask = (get: Get, { model, locale, documentId, relation }: RowRequest): Promise<Rows> => {
  const key = `${model} ${locale ?? ''}`;
  const pending = waiting.get(key);
  if (pending !== undefined) {
    pending.documents.add(documentId);
    if (relation !== undefined) pending.relations.add(relation);
    return pending.answer;
  }
  const documents = new Set([documentId]);
  const relations = new Set(relation === undefined ? [] : [relation]);
  const answer = new Promise<void>((resolve) => {
    setTimeout(resolve);
  }).then(async () => {
    waiting.delete(key);
    const { data } = await get<{ data: Rows }>(`/lists/${model}/rows`, {
      params: {
        documents: [...documents].join(','),
        ...(relations.size > 0 && { relations: [...relations].join(',') }),
        ...(locale !== null && { locale }),
      },
    });
    return data.data;
  });
  waiting.set(key, { documents, relations, answer });
  return answer;
};

/**
 * Loads the additional columns of a row; undefined while loading or after an error.
 *
 * @param relation relation that the cell shows
 */
const useRow = (model: string, entry: ListEntry, relation?: string): ListedRow | undefined => {
  const { get } = useFetchClient();
  const [listedRow, setListedRow] = useState<ListedRow>();
  useEffect(() => {
    let isGone = false;
    const { documentId, locale } = entry;
    if (typeof documentId !== 'string') return undefined;
    ask(get, {
      model,
      locale: typeof locale === 'string' ? locale : null,
      documentId,
      relation,
    }).then(
      ({ locales, rows }) => {
        if (isGone) return;
        setListedRow({ locales, row: rows.find((row) => row.documentId === documentId) });
      },
      // The list itself reports an unavailable service.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, model, entry, relation]);
  return listedRow;
};

type Props = { model: string; entry: ListEntry };

const PictureCell = ({ model, entry }: Props) => (
  <SmallPicture address={useRow(model, entry)?.row?.picture ?? null} />
);

const LinesCell = ({ model, entry }: Props) => {
  const lines = useRow(model, entry)?.row?.lines ?? [];
  const names = lines.join(', ');
  // The column is as wide as its heading, so the lines are stacked.
  return (
    <Typography
      textColor="neutral800"
      maxWidth="13rem"
      tag="div"
      title={names}
      style={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 3,
        overflow: 'hidden',
        whiteSpace: 'normal',
      }}
    >
      {names === '' ? '-' : names}
    </Typography>
  );
};

/** Shows the name of a language instead of its code. */
const LanguageCell = ({ locale }: { locale: unknown }) => {
  const { locale: panel } = useIntl();
  return (
    <Typography textColor="neutral800">
      {typeof locale === 'string' && locale !== ''
        ? getLanguageName(locale, panel === 'es' ? 'es' : 'en')
        : '-'}
    </Typography>
  );
};

type NamedProps = Props & { relation: string };

/** Shows the first reference of a row and the number of others. The tooltip lists all. */
const NamedCell = ({ model, entry, relation }: NamedProps) => {
  const text = useTexts();
  const row = useRow(model, entry, relation)?.row;
  if (row === undefined) return null;
  const { names, count } = row.named[relation] ?? { names: [], count: 0 };
  const [first] = names;
  if (first === undefined) return <Typography textColor="neutral800">-</Typography>;
  const rest = count - names.length;
  const all = [...names, ...(rest > 0 ? [text('lists.more', { count: rest })] : [])].join(', ');
  return (
    <Flex gap={1} maxWidth="16rem" title={all} tag="span">
      <Typography textColor="neutral800" ellipsis>
        {first}
      </Typography>
      {count > 1 && (
        <Typography textColor="neutral600" aria-label={text('lists.more', { count: count - 1 })}>
          {`+${count - 1}`}
        </Typography>
      )}
    </Flex>
  );
};

const marks = {
  published: { sign: '●', color: 'success600' },
  modified: { sign: '◐', color: 'alternative600' },
  draft: { sign: '○', color: 'secondary600' },
  missing: { sign: '–', color: 'neutral600' },
} as const satisfies Record<State | 'missing', object>;

/** Mark of a stale translation. */
const STALE_MARK = '↓';

/** Shows each site locale with a mark of the entry's state in it. */
const LanguagesCell = ({ model, entry }: Props) => {
  const text = useTexts();
  const { formatDate, formatDisplayName } = useIntl();
  const listed = useRow(model, entry);
  if (listed?.row === undefined) return null;
  const { languages } = listed.row;
  const nameOf = (locale: string): string =>
    formatDisplayName(locale, { type: 'language' }) ?? locale;
  return (
    <Flex gap={2}>
      {listed.locales.map((locale) => {
        const ownLanguage = languages.find((item) => item.locale === locale);
        const state = ownLanguage?.state ?? 'missing';
        const since = ownLanguage?.olderSince ?? null;
        const { sign, color } = marks[state];
        const label = text('lists.language', {
          language: nameOf(locale),
          state:
            since === null
              ? text(`lists.state.${state}`)
              : text('lists.older', {
                  state: text(`lists.state.${state}`),
                  source: nameOf(listed.locales[0] ?? ''),
                  since: formatDate(since, { day: 'numeric', month: 'long', year: 'numeric' }),
                }),
        });
        return (
          <Typography key={locale} textColor={color} title={label} role="img" aria-label={label}>
            {`${locale.toUpperCase()} ${sign}${since === null ? '' : STALE_MARK}`}
          </Typography>
        );
      })}
    </Flex>
  );
};

const picture: AddedColumn = {
  name: 'lists-picture',
  label: message('lists.picture'),
  cellFormatter: (entry, _, { model }) => <PictureCell model={model} entry={entry} />,
};

const lines: AddedColumn = {
  name: 'lists-lines',
  label: message('lists.lines'),
  cellFormatter: (entry, _, { model }) => <LinesCell model={model} entry={entry} />,
};

const languages: AddedColumn = {
  name: 'lists-languages',
  label: message('lists.languages'),
  cellFormatter: (entry, _, { model }) => <LanguagesCell model={model} entry={entry} />,
};

/** Strapi's column of an entry's locales, with texts. It does not show their state. */
const LANGUAGES = 'locales';

/** Columns that replace those of these attributes. */
const drawn: Readonly<Record<string, AddedColumn>> = {
  cardImage: picture,
  image: picture,
  logo: picture,
  verticals: lines,
  vertical: lines,
};

const isEntryRelation = ({ attribute }: Column): boolean =>
  attribute?.type === 'relation' && attribute.target?.startsWith('api::') === true;

/** Replaces cells that Strapi names by the relation and its main field, such as `series.name`. */
const createNamedCell =
  (relation: string): Cell =>
  (entry, _, { model }) => <NamedCell model={model} entry={entry} relation={relation} />;

/** Attribute that holds the language of unlocalized entries. */
const LANGUAGE = 'language';

const renderLanguageCell: Cell = (entry) => <LanguageCell locale={entry[LANGUAGE]} />;

/** Orders and students store the short name of their line, which the plain column shows. */
const isText = ({ attribute }: Column): boolean => attribute?.type === 'string';

const toListColumn = (column: Column): Column | ReturnType<typeof asColumn> => {
  if (column.name === LANGUAGES) return asColumn(languages);
  const ours = isText(column) ? undefined : drawn[column.name];
  if (ours !== undefined) return asColumn(ours);
  if (column.name === LANGUAGE) return { ...column, cellFormatter: renderLanguageCell };
  return isEntryRelation(column)
    ? { ...column, cellFormatter: createNamedCell(column.name) }
    : column;
};

/** Replaces list columns: pictures, business lines, the state of each locale, and references. */
export const showColumns = (app: StrapiApp): void =>
  changeColumns(app, (columns) => columns.map(toListColumn));
