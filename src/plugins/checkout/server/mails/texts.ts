import type { MailText, Translated } from '../../../mail';

/** To somebody who has paid. */
export const purchaseTexts: Translated<MailText> = {
  es: {
    subject: 'Tu compra: {{ product }}',
    preheader: 'Hemos recibido tu pago.',
    body: `# Gracias por tu compra

Hola, {{ name }}:

Hemos recibido tu pago en **{{ vertical }}**.

**{{ product }}**

Importe: {{ amount }}

Número de pedido: {{ order }}

Guarda este correo: con el número de pedido encontraremos tu compra si necesitas algo de nosotros.`,
  },
  en: {
    subject: 'Your purchase: {{ product }}',
    preheader: 'We have received your payment.',
    body: `# Thank you for your purchase

Hello {{ name }},

We have received your payment to **{{ vertical }}**.

**{{ product }}**

Amount: {{ amount }}

Order number: {{ order }}

Keep this e-mail: by the order number we find your purchase should you need anything from us.`,
  },
};
