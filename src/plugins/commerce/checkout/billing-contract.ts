import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { defineErrors } from '../../../platform/http/errors';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { checkoutErrors } from './contract';

export const billingErrors = defineErrors({
  ORDER_NOT_FOUND: {
    status: 404,
    message: {
      en: 'You have no order with this id.',
      es: 'No tienes ningún pedido con este id.',
    },
  },
  NOT_A_SUBSCRIPTION: {
    status: 400,
    message: {
      en: 'This order is not a subscription. The billing portal has nothing to manage.',
      es: 'Este pedido no es una suscripción. No hay nada que gestionar.',
    },
  },
  BILLING_NOT_YOURS: {
    status: 403,
    message: {
      en: 'The billing portal opens only for the account with the customer’s e-mail address. Confirm the address first.',
      es: 'El portal de facturación solo se abre para la cuenta con la dirección de correo del cliente, confirmada. Confirma antes la dirección.',
    },
  },
});

export const openBillingPortal = endpoint({
  operationId: 'openBillingPortal',
  method: 'POST',
  path: '/user-endpoints/billing-portal',
  tag: 'Checkout',
  access: 'student',
  summary: 'The payment provider’s page on which a subscription is managed',
  description:
    'The address of a page where its customer sees invoices, changes the card, or ends the subscription. It works for a short ' +
    'time: send the student there at once. The order follows changes that the student makes there.',
  body: z.strictObject({
    order: z.string().min(1).max(255).describe('`documentId` of an order by subscription.'),
    return_url: z
      .string()
      .min(1)
      .max(2_000)
      .describe('Absolute address to which the page leads back.'),
  }),
  example: { body: { order: 'k3v9q2m7x1c5b8n4z6d0s2f7', return_url: 'https://shop.example.com/' } },
  response: z.strictObject({
    data: registerSchema('BillingPortal', z.strictObject({ url: z.string() })),
  }),
  errors: [
    billingErrors.ORDER_NOT_FOUND,
    billingErrors.NOT_A_SUBSCRIPTION,
    billingErrors.BILLING_NOT_YOURS,
    checkoutErrors.RETURN_URL_NOT_ALLOWED,
    checkoutErrors.PROVIDER_UNREACHABLE,
    checkoutErrors.PROVIDER_ERROR,
    checkoutErrors.PROVIDER_REFUSED,
    checkoutErrors.PROVIDER_BUSY,
    checkoutErrors.PROVIDER_TIMEOUT,
    commonErrors.UNAUTHENTICATED,
    commonErrors.TOO_MANY_REQUESTS,
  ],
});
