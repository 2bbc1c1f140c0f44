import type { PanelFeature } from '../../../feature/admin/panel';
import {
  replaceCells,
  type Cell,
  type Column,
} from '../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { ExportAccesses, GRANT } from './ExportAccesses';
import { GrantState } from './GrantState';

/**
 * Returns true for the state column of accesses. Other types may have a `state` with other values.
 */
const isGrantState = ({ name, attribute }: Column): boolean =>
  name === 'state' && attribute?.enum?.includes('asked') === true;

const stateCell: Cell = ({ state }) =>
  typeof state === 'string' ? <GrantState state={state} /> : null;

/**
 * Adds the export to the list of accesses to partner videos, and displays their states as labels.
 */
export const panel: PanelFeature = {
  name: 'partner-video',
  translations: { en, es },
  readOnlyTypes: [GRANT],
  bootstrap(app): void {
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'partner-video-export',
      Component: ExportAccesses,
    });
    replaceCells(app, (column) => (isGrantState(column) ? stateCell : undefined));
  },
};
