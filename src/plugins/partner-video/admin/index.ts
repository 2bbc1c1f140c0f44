import { createElement, type ReactNode } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import { ExportAccesses } from './ExportAccesses';
import { GrantState } from './GrantState';

type Row = Record<string, unknown>;
type Header = {
  name: string;
  attribute?: { enum?: string[] };
  cellFormatter?: (row: Row, header: { name: string }) => ReactNode;
};
type Table = { displayedHeaders: Header[] };

/** By which a list of accesses is known: other types may have a `state` as well, with other values. */
const isGrantState = ({ name, attribute }: Header): boolean =>
  name === 'state' && attribute?.enum?.includes('asked') === true;

const showStates = (table: Table): Table => ({
  ...table,
  displayedHeaders: table.displayedHeaders.map((header) =>
    isGrantState(header)
      ? {
          ...header,
          cellFormatter: ({ state }) =>
            typeof state === 'string' ? createElement(GrantState, { state }) : null,
        }
      : header,
  ),
});

/** Adds the export to the list of accesses to partner videos, and says their states in words. */
export const registerPartnerVideo = (app: StrapiApp): void => {
  app.getPlugin('content-manager').injectComponent('listView', 'actions', {
    name: 'partner-video-export',
    Component: ExportAccesses,
  });
  app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', showStates);
};
