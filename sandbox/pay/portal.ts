import type Stripe from 'stripe';
import { document, type Language, money, safe } from './page';

const words = {
  en: {
    title: 'Your subscriptions',
    seller: 'You pay to',
    until: 'Renews on',
    ends: 'Ends on',
    ended: 'Ended',
    end: 'End subscription',
    none: 'There is no subscription.',
    back: 'Go back to the shop',
  },
  es: {
    title: 'Tus suscripciones',
    seller: 'Pagas a',
    until: 'Se renueva el',
    ends: 'Termina el',
    ended: 'Terminada',
    end: 'Terminar la suscripción',
    none: 'No hay ninguna suscripción.',
    back: 'Volver a la tienda',
  },
};

const stateOf = (subscription: Stripe.Subscription, language: Language): string => {
  const t = words[language];
  if (subscription.status === 'canceled') return t.ended;
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const day = new Date(end * 1000).toLocaleDateString(language === 'es' ? 'es-ES' : 'en-GB');
  return `${subscription.cancel_at_period_end ? t.ends : t.until} ${day}`;
};

const row = (subscription: Stripe.Subscription, language: Language): string => {
  const price = subscription.items.data[0]?.price;
  const isRunning = subscription.status !== 'canceled' && !subscription.cancel_at_period_end;
  return `
<div class="fixed"><b>${money(price?.unit_amount ?? null, price?.currency ?? null, language)}</b>
<span>${stateOf(subscription, language)}</span></div>
${
  isRunning
    ? `<form method="post"><button name="end" value="${safe(subscription.id)}">${words[language].end}</button></form>`
    : ''
}`;
};

/** Renders the page on which a customer manages subscriptions. It works without scripts. */
export const renderPortal = ({
  account,
  portal,
  subscriptions,
  language,
}: {
  account: string;
  portal: Stripe.BillingPortal.Session;
  subscriptions: readonly Stripe.Subscription[];
  language: Language;
}): string => {
  const t = words[language];
  const rows = subscriptions.map((subscription) => row(subscription, language)).join('');
  return document(
    language,
    t.title,
    `<main><section class="half order"><div>
  <a id="return" href="${safe(portal.return_url)}" rel="noreferrer"><span aria-hidden="true">←</span> ${t.back}</a>
  <p class="seller">${t.seller} <b>${safe(account)}</b></p>
</div></section>
<section class="half"><div><h2>${t.title}</h2>${rows === '' ? `<p>${t.none}</p>` : rows}</div></section></main>`,
  );
};
