import { useRBAC } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Deliveries, SendAgain } from './Deliveries';
import { SECRETS } from './permissions';
import { Secret } from './Secret';
import { useTexts } from './texts';

const ENDPOINT = 'plugin::webhooks.endpoint';
export const DELIVERY = 'plugin::webhooks.delivery';

/** Panel beside an endpoint's form with its signing secret. */
export const SecretPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const { allowedActions } = useRBAC(SECRETS);
  if (model !== ENDPOINT || documentId === undefined || !allowedActions.canRead) return null;
  return { title: text('webhooks.secret.title'), content: <Secret documentId={documentId} /> };
};

/** Panel beside an endpoint's form with its latest deliveries. */
export const DeliveriesPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== ENDPOINT || documentId === undefined) return null;
  return {
    title: text('webhooks.deliveries.title'),
    content: <Deliveries documentId={documentId} />,
  };
};

/** Panel beside a delivery with the button that sends it again. */
export const SendAgainPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== DELIVERY || documentId === undefined) return null;
  return {
    title: text('webhooks.delivery.title'),
    content: <SendAgain documentId={documentId} />,
  };
};
