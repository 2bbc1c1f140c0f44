import type { MailText, Translated } from '#plugins/mail';

/**
 * E-mail to a customer who has bought. The price may be 0: a trial, or a code for the whole amount.
 */
export const purchaseTexts: Translated<MailText> = {
  es: {
    subject: 'Tu compra: {{ product }}',
    preheader: 'Tu compra está confirmada.',
    body: `# Gracias por tu compra

Hola, {{ name }}:

Tu compra en **{{ vertical }}** está confirmada.

**{{ product }}**

Importe: {{ amount }}

Número de pedido: {{ order }}

Guarda este correo: con el número de pedido encontraremos tu compra si necesitas algo de nosotros.`,
  },
  en: {
    subject: 'Your purchase: {{ product }}',
    preheader: 'Your purchase is confirmed.',
    body: `# Thank you for your purchase

Hello {{ name }},

Your purchase at **{{ vertical }}** is confirmed.

**{{ product }}**

Amount: {{ amount }}

Order number: {{ order }}

Keep this e-mail: by the order number we find your purchase should you need anything from us.`,
  },
};

/** E-mail to a customer whose renewal could not be charged. */
export const paymentFailedTexts: Translated<MailText> = {
  es: {
    subject: 'No hemos podido cobrar tu suscripción: {{ product }}',
    preheader: 'Revisa tu forma de pago para no perder el acceso.',
    body: `# No hemos podido cobrar tu suscripción

Hola, {{ name }}:

El último cobro de tu suscripción en **{{ vertical }}** no se ha podido hacer.

**{{ product }}**

Conservas el acceso al menos hasta el {{ until }}. Comprueba que tu tarjeta no ha caducado y tiene saldo, o cambia la forma de pago. Si la suscripción ya ha terminado, vuelve a contratarla para conservar el acceso.

Número de pedido: {{ order }}`,
  },
  en: {
    subject: 'We could not charge your subscription: {{ product }}',
    preheader: 'Check your payment method so as not to lose access.',
    body: `# We could not charge your subscription

Hello {{ name }},

The latest payment of your subscription at **{{ vertical }}** did not go through.

**{{ product }}**

You keep your access at least until {{ until }}. Check that your card is valid and has funds, or change the payment method. If the subscription has already ended, subscribe again to keep your access.

Order number: {{ order }}`,
  },
};
