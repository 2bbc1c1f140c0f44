import type { PanelFeature } from '../../../feature/admin/panel';
import { PositionAtEnd } from './PositionAtEnd';

/** Begins the forms of new entries with the last position. */
export const panel: PanelFeature = {
  name: 'positions',
  bootstrap(app): void {
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'position-at-end',
      Component: PositionAtEnd,
    });
  },
};
