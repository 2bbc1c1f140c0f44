import {
  asColumn,
  changeColumns,
  type AddedColumn,
  type Column,
} from '../../../strapi/admin/content-manager';
import type { StrapiApp } from '@strapi/strapi/admin';
import { LanguagesCell, LinesCell, PictureCell } from './cells';
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

/** The column of Strapi's that names the languages of an entry, without what became of them. */
const LANGUAGES = 'locales';

/** The attributes whose own columns are drawn as ours. */
const drawn: Readonly<Record<string, AddedColumn>> = {
  cardImage: picture,
  image: picture,
  logo: picture,
  verticals: lines,
  vertical: lines,
  [LANGUAGES]: languages,
};

const columnFor = (column: Column): Column | ReturnType<typeof asColumn> => {
  const ours = drawn[column.name];
  return ours === undefined ? column : asColumn(ours);
};

/** Shows pictures, business lines and the state of each language in lists. */
export const showColumns = (app: StrapiApp): void =>
  changeColumns(app, (columns) => columns.map(columnFor));
