import { useRBAC } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Deliveries } from './Deliveries';
import { SECRETS } from './permissions';
import { Secret } from './Secret';
import { SendAgain } from './SendAgain';
import { useTexts } from './texts';
import { DELIVERY, ENDPOINT } from './uids';

/** Beside an endpoint's form: what its messages are signed with. */
export const SecretPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const { allowedActions } = useRBAC(SECRETS);
  if (model !== ENDPOINT || documentId === undefined || !allowedActions.canRead) return null;
  return { title: text('webhooks.secret.title'), content: <Secret documentId={documentId} /> };
};

/** Beside an endpoint's form: what was sent to it. */
export const DeliveriesPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== ENDPOINT || documentId === undefined) return null;
  return {
    title: text('webhooks.deliveries.title'),
    content: <Deliveries documentId={documentId} />,
  };
};

/** Beside a delivery: a way to send it again. */
export const SendAgainPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== DELIVERY || documentId === undefined) return null;
  return {
    title: text('webhooks.delivery.title'),
    content: <SendAgain documentId={documentId} />,
  };
};
