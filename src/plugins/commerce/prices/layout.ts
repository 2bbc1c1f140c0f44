import type { Layout } from '#feature/layout';

/** Findings are read-only. A finding disappears when its price is corrected. */
export const priceFinding: Layout = {
  uid: 'plugin::prices.finding',
  name: { en: 'Price to look at', es: 'Precio por revisar' },
  title: 'entryTitle',
  columns: [
    'entryTitle',
    'problem',
    'field',
    'amount',
    'providerAmount',
    'version',
    'entryLocale',
    'createdAt',
  ],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      entryTitle: { label: { en: 'Entry', es: 'Entrada' }, size: 8 },
      problem: { label: { en: 'Problem', es: 'Problema' }, size: 4 },
    },
    {
      amount: { label: { en: 'Amount', es: 'Importe' }, size: 4 },
      providerAmount: {
        label: { en: 'Price at the provider', es: 'Precio en la pasarela' },
        size: 4,
      },
      currency: { label: { en: 'Currency', es: 'Moneda' }, size: 4 },
    },
    {
      version: { label: { en: 'Version', es: 'Versión' }, size: 4 },
      entryLocale: { label: { en: 'Language', es: 'Idioma' }, size: 4 },
      account: { label: { en: 'Payment account', es: 'Cuenta de pago' }, size: 4 },
    },
  ],
  hidden: {
    field: { en: 'Field', es: 'Campo' },
    entryType: { en: 'Type of the entry', es: 'Tipo de la entrada' },
    entryId: { en: 'Document ID of the entry', es: 'ID del documento de la entrada' },
  },
};
