import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import type { WebhookMessage } from '#platform/http/openapi/webhooks';
import { timestamp } from '#platform/http/primitives';

const TAG = 'Webhooks';

/** Returns the schema of a message with the given types and data. */
export const createMessageSchema = <
  const T extends readonly [string, ...string[]],
  D extends z.ZodType,
>(
  types: T,
  data: D,
) =>
  z.strictObject({
    type: z.enum(types).describe('The event.'),
    timestamp: timestamp.describe('Time of the event.'),
    data: data.describe('Facts about the event.'),
  });

const change = z.strictObject({
  sequence: z
    .string()
    .describe('Whole number that rises with every change. Compare it as a number.'),
  tags: z.array(z.string()).describe('Cache tags of the responses that are stale.'),
  document: z
    .strictObject({
      type: z.string().describe('Content type: `api::product.product`.'),
      documentId: z.string().describe('Identity of the document.'),
    })
    .nullable()
    .describe('Document that changed; null: anything may have changed.'),
  language: z.string().nullable().describe('Language that changed; null for types without one.'),
  lines: z
    .array(z.string())
    .describe('Slugs of the business lines to which the entry belongs or belonged.'),
  slugs: z
    .strictObject({
      before: z.string().nullable().describe('Slug before the change; null if there was none.'),
      after: z.string().nullable().describe('Slug after the change; null if there is none.'),
    })
    .describe('Slugs of the entry.'),
});

const contentMessage = registerSchema(
  'ContentMessage',
  createMessageSchema(['content.published', 'content.updated', 'content.unpublished'], change),
);

const testMessage = registerSchema(
  'TestMessage',
  createMessageSchema(['webhook.test'], z.strictObject({})),
);

const changeExample = (before: string | null, after: string | null): z.output<typeof change> => ({
  sequence: '48213',
  tags: ['C4dxvG6l', 'k7DKv4Zo'],
  document: { type: 'api::product.product', documentId: 'h9p1r0zk6b3v4n8xw2q7y5tc' },
  language: 'es',
  lines: ['medicina'],
  slugs: { before, after },
});

/** Messages about content, and the test message. */
export const contentMessages: readonly WebhookMessage[] = [
  {
    name: 'content.published',
    tag: TAG,
    summary: 'An entry is published',
    message: contentMessage,
    example: () => changeExample(null, 'anatomia'),
  },
  {
    name: 'content.updated',
    tag: TAG,
    summary: 'A published entry changes',
    description: 'Also sent when a file that published entries show is replaced.',
    message: contentMessage,
    example: () => changeExample('anatomia', 'anatomia-clinica'),
  },
  {
    name: 'content.unpublished',
    tag: TAG,
    summary: 'An entry is unpublished or deleted',
    message: contentMessage,
    example: () => changeExample('anatomia-clinica', null),
  },
  {
    name: 'webhook.test',
    tag: TAG,
    summary: 'A user sends a test from the panel',
    message: testMessage,
    example: () => ({}),
  },
];
