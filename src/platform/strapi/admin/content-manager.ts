import type { ReactNode } from 'react';
import type {
  BulkActionComponent,
  DocumentActionComponent,
  HeaderActionComponent,
  PanelComponent,
} from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';

type Change<T> = (things: T[]) => T[];

/** The content manager's API for extensions. Strapi types the `apis` of its plugins as unknown. */
export type ContentManagerApis = {
  addDocumentAction: (change: Change<DocumentActionComponent>) => void;
  addDocumentHeaderAction: (change: Change<HeaderActionComponent>) => void;
  addBulkAction: (change: Change<BulkActionComponent>) => void;
  addEditViewSidePanel: (change: PanelComponent[] | Change<PanelComponent>) => void;
};

/** Returns the content manager's API for extending its forms and lists. */
export const getContentManager = (app: StrapiApp): ContentManagerApis =>
  app.getPlugin('content-manager').apis as ContentManagerApis;

/** Inserts a panel directly below the one with the save and publish buttons. */
export const insertPanelBelowActions =
  (panel: PanelComponent): Change<PanelComponent> =>
  (panels) => {
    const index = panels.findIndex(({ type }) => type === 'actions') + 1;
    return panels.toSpliced(index, 0, panel);
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
    /** For a relation: the content type of the related entries. */
    target?: string;
    enum?: readonly string[];
    customField?: string;
  };
  cellFormatter?: Cell;
};

/** A column that is not an attribute. */
export type AddedColumn = {
  name: string;
  label: { id: string; defaultMessage: string };
  cellFormatter: (entry: ListEntry, column: unknown, list: { model: string }) => ReactNode;
};

/** Returns a column in the form of the list's table. */
export const asColumn = (column: AddedColumn) => ({
  ...column,
  attribute: { type: 'custom' },
  searchable: false,
  sortable: false,
});

/** Changes the columns of the lists. */
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

/** Replaces the cells of the columns for which `cellOf` returns a cell. */
export const replaceCells = (
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
