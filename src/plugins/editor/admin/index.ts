import type { PanelFeature } from '../../../feature/admin/panel';
import { translateFields } from './translate-fields';

/** Shows the names and hints of fields in the language of whoever looks at them. */
export const panel: PanelFeature = {
  name: 'editor',
  bootstrap(app, { layouts }): void {
    translateFields(app, layouts);
  },
};
