/** A change of published content. `document` is null if anything may have changed. */
export type ContentMessage = {
  type: 'content.published' | 'content.updated' | 'content.unpublished';
  timestamp: string;
  data: {
    sequence: string;
    tags: string[];
    document: { type: string; documentId: string } | null;
    language: string | null;
    lines: string[];
    slugs: { before: string | null; after: string | null };
  };
};

/** A message about an order or a subscription, or a test. */
export type OtherMessage = {
  type: `order.${string}` | `subscription.${string}` | 'instalments.completed' | 'webhook.test';
  timestamp: string;
  data: Record<string, unknown>;
};

export type WebhookMessage = ContentMessage | OtherMessage;

/** Messages are accepted for this time after and before their timestamp, in seconds. */
const TOLERANCE = 300;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * Returns the message of a webhook, or `undefined` if this service did not sign it or it is too
 * old: answer 401 then. It follows Standard Webhooks.
 *
 * @param request The request as it arrived, whose body nobody has read
 * @param secret Of the webhook, as the panel shows it: `whsec_…`
 */
export const readWebhook = async (
  request: Request,
  secret: string,
): Promise<WebhookMessage | undefined> => {
  const body = await request.text();
  const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => request.headers.get(`webhook-${name}`) ?? '',
  );
  if (!id || !seconds || !signatures) return undefined;
  // A text that is no number is refused as well.
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= TOLERANCE)) return undefined;
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new Error('The secret of the webhook is not base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  for (const signature of signatures.split(' ')) {
    const sentSignature = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    // WebCrypto compares in constant time.
    if (
      sentSignature !== undefined &&
      (await crypto.subtle.verify('HMAC', key, sentSignature, signed))
    ) {
      return JSON.parse(body) as WebhookMessage;
    }
  }
  return undefined;
};

/** Returns true for messages about content. */
export const isContentMessage = (message: WebhookMessage): message is ContentMessage =>
  message.type.startsWith('content.');

/** Returns the cache tags that a message makes stale: those of `Result.tags`, or `all`. */
export const staleTags = (message: WebhookMessage): string[] => {
  if (!isContentMessage(message)) return [];
  return message.data.document === null ? ['all'] : message.data.tags;
};
