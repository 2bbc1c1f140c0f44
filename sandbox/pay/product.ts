import type Stripe from 'stripe';
import { document, type Language, money, safe } from './page';

const words = {
  en: {
    account: 'Account',
    none: 'There is no active price.',
    standard: 'default',
    every: 'every',
  },
  es: {
    account: 'Cuenta',
    none: 'No hay ningún precio activo.',
    standard: 'predeterminado',
    every: 'cada',
  },
};

/** Renders the dashboard's page of a product, with its active prices. */
export const renderProduct = ({
  account,
  product,
  prices,
  language,
}: {
  account: string;
  product: Stripe.Product;
  prices: readonly Stripe.Price[];
  language: Language;
}): string => {
  const t = words[language];
  const rows = prices.map(({ id, unit_amount: amount, currency, recurring }) => {
    const often =
      recurring === null ? '' : `${t.every} ${recurring.interval_count} ${recurring.interval}`;
    const isDefault = product.default_price === id ? t.standard : '';
    return `<div class="fixed"><b>${money(amount, currency, language)}</b>
<span>${safe([often, isDefault, id].filter((part) => part !== '').join(' · '))}</span></div>`;
  });
  return document(
    language,
    product.name,
    `<main><section class="half order"><div><h1>${safe(product.name)}</h1>
  <p class="seller">${t.account} <b>${safe(account)}</b> · ${safe(product.id)}</p></div></section>
<section class="half"><div>${rows.length === 0 ? `<p>${t.none}</p>` : rows.join('')}</div></section></main>`,
  );
};
