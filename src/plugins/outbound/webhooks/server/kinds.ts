import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';

/** Kind of webhook event, declared by the feature in which it happens. */
export type WebhookKind = {
  /** `<what>.<happened>`: the `type` of the messages and the value that endpoints select. */
  name: string;
  label: Text;
  /**
   * Called with the payload when an endpoint accepts a message, in the transaction that records it;
   * again after each repeated delivery.
   */
  onTaken?: (payload: unknown) => Promise<void>;
  /**
   * Returns the payload to send instead of the stored one, before each try: days may have passed
   * since the event.
   */
  refresh?: (payload: unknown) => Promise<unknown>;
};

const NAME = 'webhook-kinds';

/**
 * Returns the registry of kinds. The first caller creates it, because features register in any
 * order.
 */
const getKindRegistry = ({ strapi }: WithStrapi): Map<string, WebhookKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, WebhookKind>());
  return strapi.get(NAME);
};

/** Registers a kind of event that endpoints can select; call it in `register`. */
export const defineWebhookKind = ({ strapi }: WithStrapi, kind: WebhookKind): void => {
  const kinds = getKindRegistry({ strapi });
  if (kinds.has(kind.name)) throw new Error(`Two features send webhooks of the kind ${kind.name}`);
  kinds.set(kind.name, kind);
};

export const listWebhookKinds = ({ strapi }: WithStrapi): WebhookKind[] => [
  ...getKindRegistry({ strapi }).values(),
];

export const findWebhookKind = ({ strapi }: WithStrapi, name: string): WebhookKind | undefined =>
  getKindRegistry({ strapi }).get(name);
