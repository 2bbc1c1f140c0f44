import type { z } from '@strapi/utils';
import { getRegisteredSchemas, type JsonSchema } from './schema-registry';
import { buildSchemaReference } from './schemas';

/** Example responses of endpoints by `operationId`. */
export type ExampleAnswers = Readonly<Record<string, unknown>>;

/** A message that the service posts to endpoints of other systems. */
export type WebhookMessage = {
  /** Value of `type` in the message. */
  name: string;
  tag: string;
  summary: string;
  description?: string;
  /** The whole message; registered by `registerSchema`. */
  message: z.ZodType;
  /** Returns an example of `data`, which may contain parts of responses. */
  example?: (answers: ExampleAnswers) => unknown;
};

const buildHeaderParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Headers of Standard Webhooks. */
const headers = [
  buildHeaderParameter('webhook-id', 'Identifies the message; the same for every attempt.'),
  buildHeaderParameter('webhook-timestamp', 'Unix time of the attempt, in seconds.'),
  buildHeaderParameter(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64. Several signatures are separated by spaces.',
  ),
];

const getSchemaName = ({ name, message }: WebhookMessage): string => {
  for (const [id, schema] of getRegisteredSchemas()) if (schema === message) return id;
  throw new Error(`The message ${name} has no registered schema`);
};

const toCamelCase = (name: string): string =>
  name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

const buildExample = ({ name, example }: WebhookMessage, answers: ExampleAnswers): JsonSchema => {
  const data = example?.(answers);
  return data === undefined
    ? {}
    : { example: { type: name, timestamp: '2026-03-01T12:00:00.000Z', data } };
};

const buildWebhookOperation = (webhook: WebhookMessage, answers: ExampleAnswers): JsonSchema => ({
  operationId: `${toCamelCase(webhook.name)}Webhook`,
  tags: [webhook.tag],
  summary: webhook.summary,
  ...(webhook.description !== undefined && { description: webhook.description }),
  security: [],
  parameters: headers,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: buildSchemaReference(getSchemaName(webhook)),
        ...buildExample(webhook, answers),
      },
    },
  },
  responses: {
    '2XX': { description: 'The receiver has accepted the message.' },
    default: { description: 'The service sends the message again later.' },
  },
});

/** Returns the `webhooks` section of the document. */
export const buildWebhooks = (
  messages: readonly WebhookMessage[],
  answers: ExampleAnswers,
): JsonSchema =>
  Object.fromEntries(
    messages.map((message) => [message.name, { post: buildWebhookOperation(message, answers) }]),
  );
