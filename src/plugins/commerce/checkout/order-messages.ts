import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import type { ExampleAnswers, WebhookMessage } from '#platform/http/openapi/webhooks';
import { documentId } from '#platform/http/primitives';
import { createMessageSchema } from '../../outbound/webhooks';
import { order } from './orders-contract';
import { orderEvents } from './server/services/orders/order-events';

const names = Object.keys(orderEvents) as [string, ...string[]];

const orderMessage = registerSchema(
  'OrderMessage',
  createMessageSchema(
    names,
    z.strictObject({
      sequence: z
        .string()
        .describe(
          'Whole number that rises with every change of the order. Compare it as a number.',
        ),
      order: order.describe('The order at the time of the message.'),
      account: z.string().describe('Payment account that sold the product.'),
      customer: z
        .strictObject({
          email: z.string().describe('E-mail address that the customer gave.'),
          student: z
            .strictObject({ documentId, email: z.string().describe('E-mail address.') })
            .nullable()
            .describe('Account of the customer; null for purchases without one.'),
        })
        .describe('Customer who pays.'),
      otherOrders: z
        .array(z.string())
        .describe('`documentId` of other orders that give the customer access to the product.'),
      metadata: z.record(z.string(), z.unknown()).describe('Metadata of the checkout.'),
    }),
  ),
);

/** Returns a message with the order of the example at `GET /user-endpoints/orders`. */
const createPaidExample = ({ listOrders }: ExampleAnswers) =>
  listOrders === undefined
    ? undefined
    : {
        sequence: '48214',
        order: (listOrders as { data: unknown[] }).data[0],
        account: 'main',
        customer: {
          email: 'ana.garcia@example.com',
          student: { documentId: 'vfey6a3jsna3w5u0d9xx2hnu', email: 'ana.garcia@example.com' },
        },
        otherOrders: [],
        metadata: { vertical: 'medicina', origin: 'main' },
      };

/** Messages about orders. Only endpoints that choose them receive them. */
export const orderMessages: readonly WebhookMessage[] = Object.entries(orderEvents).map(
  ([name, label]) => ({
    name,
    tag: 'Webhooks',
    summary: label.en,
    message: orderMessage,
    ...(name === 'order.paid' && { example: createPaidExample }),
  }),
);
