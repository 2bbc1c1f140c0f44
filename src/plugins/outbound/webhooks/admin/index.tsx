import type { PanelFeature } from '#feature/admin/panel';
import {
  getContentManager,
  replaceCells,
  type Cell,
  type Column,
} from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { DeliveryState } from './Deliveries';
import { DeliveriesPanel, SecretPanel, SendAgainPanel, DELIVERY } from './panels';
import { message } from './texts';

/**
 * Tells whether a column is the state of deliveries. Other types may have a `state` with other
 * values.
 */
const isDeliveryState = ({ name, attribute }: Column): boolean =>
  name === 'state' && attribute?.enum?.includes('delivered') === true;

const renderStateCell: Cell = ({ state }) =>
  typeof state === 'string' ? <DeliveryState state={state} /> : null;

/**
 * Adds the secrets and deliveries of webhooks to the panel, and the input of choices for their
 * form.
 */
export const panel: PanelFeature = {
  name: 'webhooks',
  translations: { en, es },
  readOnlyTypes: [DELIVERY],
  register(app): void {
    app.customFields.register({
      name: 'choices',
      pluginId: 'webhooks',
      type: 'json',
      intlLabel: message('webhooks.choices.name'),
      intlDescription: message('webhooks.choices.name'),
      components: {
        Input: async () => ({ default: (await import('./ChoicesInput')).ChoicesInput }),
      },
    });
  },
  bootstrap(app): void {
    getContentManager(app).addEditViewSidePanel([SecretPanel, DeliveriesPanel, SendAgainPanel]);
    replaceCells(app, (column) => (isDeliveryState(column) ? renderStateCell : undefined));
  },
};
