import type { ReactNode } from 'react';
import type {
  BulkActionComponent,
  DocumentActionComponent,
  PanelComponent,
} from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';

type Change<T> = (things: T[]) => T[];

/** What the content manager lets others add to and change; Strapi types its plugins' `apis` as unknown. */
export type ContentManagerApis = {
  addDocumentAction: (change: Change<DocumentActionComponent>) => void;
  addBulkAction: (change: Change<BulkActionComponent>) => void;
  addEditViewSidePanel: (change: PanelComponent[] | Change<PanelComponent>) => void;
};

/** The content manager, for additions to its forms and lists. */
export const contentManagerOf = (app: StrapiApp): ContentManagerApis =>
  app.getPlugin('content-manager').apis as ContentManagerApis;

/** Puts a panel right below the one with the buttons that save and publish. */
export const belowActions =
  (panel: PanelComponent): Change<PanelComponent> =>
  (panels) => {
    const at = panels.findIndex(({ type }) => type === 'actions') + 1;
    return panels.toSpliced(at, 0, panel);
  };

/** An entry in a list, with the attributes that the list shows. */
export type ListEntry = Readonly<Record<string, unknown>>;

export type Cell = (
  entry: ListEntry,
  column: { name: string },
  list: { model: string },
) => ReactNode;

export type Column = {
  name: string;
  attribute?: {
    type?: string;
    /** Of a relation: the type of the entries that it names. */
    target?: string;
    enum?: readonly string[];
    customField?: string;
  };
  cellFormatter?: Cell;
};

/** A column that is no attribute. */
export type AddedColumn = {
  name: string;
  label: { id: string; defaultMessage: string };
  cellFormatter: (entry: ListEntry, column: unknown, list: { model: string }) => ReactNode;
};

/** As the table of a list takes it. */
export const asColumn = (column: AddedColumn) => ({
  ...column,
  attribute: { type: 'custom' },
  searchable: false,
  sortable: false,
});

/** Changes which columns a list has. */
export const changeColumns = (
  app: StrapiApp,
  change: (columns: readonly Column[]) => readonly (Column | AddedColumn)[],
): void => {
  app.registerHook(
    'Admin/CM/pages/ListView/inject-column-in-table',
    <List extends { displayedHeaders: readonly Column[] }>(list: List) => ({
      ...list,
      displayedHeaders: change(list.displayedHeaders),
    }),
  );
};

/** Draws the cells of a list's columns anew, where `cellOf` gives a cell for one. */
export const drawCells = (
  app: StrapiApp,
  cellOf: (column: Column, columns: readonly Column[]) => Cell | undefined,
): void => {
  app.registerHook(
    'Admin/CM/pages/ListView/inject-column-in-table',
    <List extends { displayedHeaders: readonly Column[] }>(list: List): List => ({
      ...list,
      displayedHeaders: list.displayedHeaders.map((column) => {
        const cellFormatter = cellOf(column, list.displayedHeaders);
        return cellFormatter === undefined ? column : { ...column, cellFormatter };
      }),
    }),
  );
};
