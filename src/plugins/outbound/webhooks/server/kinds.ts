import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Text } from '../../../../feature/layout';

/** Something that webhooks are told of, as the feature in which it happens declares it. */
export type WebhookKind = {
  /** `<what>.<happened>`: the `type` of its messages, and what endpoints choose it by. */
  name: string;
  label: Text;
  /**
   * Called in the transaction that notes that an endpoint has taken a message of the kind, with what was sent;
   * once more when it was sent again.
   */
  onTaken?: (payload: unknown) => Promise<void>;
};

const NAME = 'webhook-kinds';

/** Features register in any order, hence made by the first that asks. */
const kindsOf = ({ strapi }: WithStrapi): Map<string, WebhookKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, WebhookKind>());
  return strapi.get(NAME);
};

/** Lets endpoints choose to be told of something; call it in `register`. */
export const defineWebhookKind = ({ strapi }: WithStrapi, kind: WebhookKind): void => {
  const kinds = kindsOf({ strapi });
  if (kinds.has(kind.name)) throw new Error(`Two features send webhooks of the kind ${kind.name}`);
  kinds.set(kind.name, kind);
};

export const webhookKinds = ({ strapi }: WithStrapi): WebhookKind[] => [
  ...kindsOf({ strapi }).values(),
];

export const webhookKindNamed = ({ strapi }: WithStrapi, name: string): WebhookKind | undefined =>
  kindsOf({ strapi }).get(name);
