import {
  asColumn,
  changeColumns,
  type AddedColumn,
  type Cell,
  type Column,
} from '../../../../platform/strapi/admin/content-manager';
import type { StrapiApp } from '@strapi/strapi/admin';
import { LanguageCell, LanguagesCell, LinesCell, NamedCell, PictureCell } from './cells';
import { message } from './texts';

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

const namesEntries = ({ attribute }: Column): boolean =>
  attribute?.type === 'relation' && attribute.target?.startsWith('api::') === true;

/** Beyond the hook, Strapi names the column by its main field as well: `series.name`. */
const named =
  (relation: string): Cell =>
  (entry, _, { model }) => <NamedCell model={model} entry={entry} relation={relation} />;

/** Attribute that holds the language of unlocalized entries. */
const LANGUAGE = 'language';

const language: Cell = (entry) => <LanguageCell locale={entry[LANGUAGE]} />;

/** Orders and students store the short name of their line, which the plain column shows. */
const isText = ({ attribute }: Column): boolean => attribute?.type === 'string';

const columnFor = (column: Column): Column | ReturnType<typeof asColumn> => {
  if (column.name === LANGUAGES) return asColumn(languages);
  const ours = isText(column) ? undefined : drawn[column.name];
  if (ours !== undefined) return asColumn(ours);
  if (column.name === LANGUAGE) return { ...column, cellFormatter: language };
  return namesEntries(column) ? { ...column, cellFormatter: named(column.name) } : column;
};

/** Replaces list columns: pictures, business lines, the state of each locale, and references. */
export const showColumns = (app: StrapiApp): void =>
  changeColumns(app, (columns) => columns.map(columnFor));
