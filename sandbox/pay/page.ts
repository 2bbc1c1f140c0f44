import { currencies } from './currencies';
import escapeHtml from 'escape-html';
import type Stripe from 'stripe';

const words = {
  en: {
    sandbox: 'Sandbox',
    sandboxNote: 'no money moves here',
    pay: 'Pay',
    subscribe: 'Subscribe for',
    perMonth: 'a month',
    back: 'Go back to the shop',
    contact: 'Contact',
    email: 'E-mail',
    method: 'Payment method',
    works: 'Card that works',
    declines: 'Card that is declined',
    later: 'Bank debit that settles later',
    name: 'Name on the card',
    expiry: 'Expires',
    code: 'Code',
    total: 'Total',
    subtotal: 'Subtotal',
    quantity: 'Quantity',
    declined: 'Your card was declined. Nothing was charged; try another one.',
    noCode: 'This promotion code does not count here. Nothing was charged.',
    promotion: 'Promotion code',
    seller: 'You pay to',
    complete: 'This payment is already made',
    completeNote: 'There is nothing left to pay. You can close this page.',
    expired: 'This checkout has expired',
    expiredNote: 'Go back to the shop and start again.',
    unknown: 'There is no such checkout',
    unknownNote: 'The address may be incomplete.',
  },
  es: {
    sandbox: 'Pruebas',
    sandboxNote: 'aquí no se mueve dinero',
    pay: 'Pagar',
    subscribe: 'Suscribirse por',
    perMonth: 'al mes',
    back: 'Volver a la tienda',
    contact: 'Contacto',
    email: 'Correo electrónico',
    method: 'Forma de pago',
    works: 'Tarjeta que funciona',
    declines: 'Tarjeta rechazada',
    later: 'Domiciliación que se cobra más tarde',
    name: 'Nombre en la tarjeta',
    expiry: 'Caduca',
    code: 'Código',
    total: 'Total',
    subtotal: 'Subtotal',
    quantity: 'Cantidad',
    declined: 'La tarjeta ha sido rechazada. No se ha cobrado nada; prueba con otra.',
    noCode: 'Este código promocional no vale aquí. No se ha cobrado nada.',
    promotion: 'Código promocional',
    seller: 'Pagas a',
    complete: 'Este pago ya está hecho',
    completeNote: 'No queda nada por pagar. Puedes cerrar esta página.',
    expired: 'Este pago ha caducado',
    expiredNote: 'Vuelve a la tienda y empieza de nuevo.',
    unknown: 'No existe este pago',
    unknownNote: 'Puede que la dirección esté incompleta.',
  },
};

export type Language = 'en' | 'es';

/** Reason why nothing was charged. */
export type Problem = 'declined' | 'noCode';

export const safe = (value: string | null | undefined): string => escapeHtml(value ?? '');

export const money = (
  amount: number | null,
  currency: string | null,
  language: Language,
): string => {
  const code = (currency ?? 'eur').toUpperCase();
  const decimals = currencies.get(code) ?? 2;
  return new Intl.NumberFormat(language === 'es' ? 'es-ES' : 'en-IE', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format((amount ?? 0) / 10 ** decimals);
};

const style = `
  :root { color-scheme: light; --ink: #1b2330; --soft: #66718a; --line: #dfe4ee; --brand: #0f4c5c; --accent: #12715f; --paper: #fff; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--paper); }
  .ribbon { position: fixed; inset: 0 0 auto; z-index: 2; text-align: center; font-size: 13px; padding: 5px 12px; background: #fff1d6; color: #6d4700; border-bottom: 1px solid #f1d9a8; }
  .ribbon b { text-transform: uppercase; letter-spacing: .06em; margin-right: .5em; }
  main { min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .half { padding: 92px clamp(24px, 6vw, 88px) 48px; }
  .half > div { max-width: 430px; width: 100%; }
  .order { background: linear-gradient(160deg, #0d3f4d, #0f5a63 60%, #12715f); color: #f2fbf9; }
  .order > div { margin-left: auto; }
  .order a { color: #d4f2ea; text-decoration: none; font-size: 14px; display: inline-flex; gap: .5em; }
  .order a:hover, .order a:focus-visible { text-decoration: underline; }
  .seller { margin: 36px 0 4px; color: #bfe3da; font-size: 15px; }
  .amount { font-size: 42px; line-height: 1.1; font-weight: 650; letter-spacing: -.02em; margin: 0 0 36px; font-variant-numeric: tabular-nums; }
  .amount small { font-size: 16px; font-weight: 400; letter-spacing: 0; opacity: .8; }
  .item { display: flex; gap: 16px; align-items: flex-start; padding: 16px 0; border-top: 1px solid rgb(255 255 255 / .18); }
  .cover { flex: none; width: 46px; height: 58px; border-radius: 6px; background: rgb(255 255 255 / .16); display: grid; place-items: center; }
  .item p { margin: 0; }
  .item .name { font-weight: 560; }
  .item .quantity { font-size: 13px; color: #bfe3da; }
  .item .price { margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .sum { display: flex; justify-content: space-between; padding: 14px 0; border-top: 1px solid rgb(255 255 255 / .18); font-variant-numeric: tabular-nums; }
  .sum.total { font-weight: 650; }
  h2 { font-size: 17px; margin: 0 0 12px; }
  form h2:not(:first-child) { margin-top: 30px; }
  .fixed { border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px; display: flex; gap: 14px; background: #f8f9fc; }
  .fixed span { color: var(--soft); font-size: 14px; }
  fieldset { border: 1px solid var(--line); border-radius: 10px; padding: 0; margin: 0; overflow: hidden; }
  fieldset legend { position: absolute; clip-path: inset(50%); }
  .choice { display: flex; align-items: center; gap: 12px; padding: 13px 14px; cursor: pointer; }
  .choice + .choice { border-top: 1px solid var(--line); }
  .choice:has(:checked) { background: #eef7f5; }
  .choice input { accent-color: var(--accent); width: 17px; height: 17px; margin: 0; }
  .choice code { margin-left: auto; color: var(--soft); font: 13px/1 ui-monospace, SFMono-Regular, Menlo, monospace; }
  label.field { display: block; margin-top: 16px; font-size: 14px; color: var(--soft); }
  label.field input { display: block; width: 100%; margin-top: 5px; font: inherit; color: var(--ink); border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
  :is(input, button, a):focus-visible { outline: 3px solid #7cc7b8; outline-offset: 1px; }
  button { margin-top: 28px; width: 100%; border: 0; border-radius: 10px; padding: 15px; font: inherit; font-weight: 620; color: #fff; background: var(--accent); cursor: pointer; box-shadow: 0 1px 2px rgb(16 50 60 / .3); }
  button:hover { background: #0e5f50; }
  .alert { background: #fdecec; color: #8f1d1d; border: 1px solid #f3c2c2; border-radius: 10px; padding: 12px 14px; margin: 0 0 24px; }
  .end { min-height: 100vh; display: grid; place-content: center; text-align: center; padding: 24px; gap: 6px; }
  .end h1 { margin: 0; font-size: 26px; letter-spacing: -.01em; }
  .end p { margin: 0; color: var(--soft); }
  .end a { margin-top: 18px; color: var(--accent); }
  @media (max-width: 820px) {
    main { grid-template-columns: minmax(0, 1fr); min-height: 0; }
    .half { padding: 28px 22px; } .order { padding-top: 58px; }
    .half > div { margin: 0 auto; } .amount { margin-bottom: 20px; font-size: 36px; } .seller { margin-top: 20px; }
  }
`;

export const document = (
  language: Language,
  title: string,
  body: string,
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${safe(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div class="ribbon"><b>${words[language].sandbox}</b>${words[language].sandboxNote}</div>
${body}
</body>
</html>
`;

const coverIcon =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">' +
  '<path d="M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5z"/><path d="M4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3"/></svg>';

type Words = (typeof words)[Language];

const itemRow = (item: Stripe.LineItem, t: Words, language: Language): string => `
<div class="item">
  <div class="cover">${coverIcon}</div>
  <div>
    <p class="name">${safe(item.description)}</p>
    <p class="quantity">${t.quantity} ${item.quantity ?? 1}</p>
  </div>
  <p class="price">${money(item.amount_total, item.currency, language)}</p>
</div>`;

const choice = (number: string, label: string, shown: string, isChosen: boolean): string => `
<label class="choice">
  <input type="radio" name="card" value="${number}"${isChosen ? ' checked' : ''}>
  <span>${label}</span><code>${shown}</code>
</label>`;

/** Renders the page on which a customer pays. It works without scripts. */
export const renderCheckout = ({
  account,
  session,
  items,
  language,
  problem,
}: {
  account: string;
  session: Stripe.Checkout.Session;
  items: readonly Stripe.LineItem[];
  language: Language;
  problem: Problem | null;
}): string => {
  const t = words[language];
  const total = money(session.amount_total, session.currency, language);
  const isSubscription = session.mode === 'subscription';
  const action = isSubscription ? `${t.subscribe} ${total} ${t.perMonth}` : `${t.pay} ${total}`;
  return document(
    language,
    `${isSubscription ? t.subscribe : t.pay} ${total}`,
    `<main>
<section class="half order"><div>
  <a id="cancel" href="${safe(session.cancel_url)}" rel="noreferrer"><span aria-hidden="true">←</span> ${t.back}</a>
  <p class="seller">${t.seller} <b>${safe(account)}</b></p>
  <p class="amount">${total}${isSubscription ? ` <small>${t.perMonth}</small>` : ''}</p>
  ${items.map((item) => itemRow(item, t, language)).join('')}
  <div class="sum"><span>${t.subtotal}</span><span>${money(session.amount_subtotal, session.currency, language)}</span></div>
  <div class="sum total"><span>${t.total}</span><span>${total}</span></div>
</div></section>
<section class="half"><div>
  <form method="post">
    ${problem === null ? '' : `<p class="alert" role="alert">${t[problem]}</p>`}
    <h2>${t.contact}</h2>
    <div class="fixed"><span>${t.email}</span>${safe(session.customer_details?.email)}</div>
    <h2>${t.method}</h2>
    <fieldset>
      <legend>${t.method}</legend>
      ${choice('4242424242424242', t.works, '•••• 4242', problem !== 'declined')}
      ${choice('4000000000000002', t.declines, '•••• 0002', problem === 'declined')}
      ${isSubscription ? '' : choice('4000000000000077', t.later, '•••• 0077', false)}
    </fieldset>
    <div class="pair">
      <label class="field">${t.expiry}<input name="expiry" value="12 / 34" autocomplete="off"></label>
      <label class="field">${t.code}<input name="code" value="123" autocomplete="off"></label>
    </div>
    ${session.allow_promotion_codes === true ? `<label class="field">${t.promotion}<input name="promotion" maxlength="60" autocomplete="off"></label>` : ''}
    <label class="field">${t.name}<input name="name" maxlength="120" autocomplete="cc-name"></label>
    <button type="submit" id="pay">${action}</button>
  </form>
</div></section>
</main>`,
  );
};

/** Renders the page of a checkout that can no longer be paid. */
export const renderEnd = ({
  kind,
  language,
  session,
}: {
  kind: 'complete' | 'expired' | 'unknown';
  language: Language;
  session?: Stripe.Checkout.Session;
}): string => {
  const t = words[language];
  const link =
    session?.cancel_url && kind === 'expired'
      ? `<a href="${safe(session.cancel_url)}" rel="noreferrer">${t.back}</a>`
      : '';
  return document(
    language,
    t[kind],
    `<div class="end"><h1>${t[kind]}</h1><p>${t[`${kind}Note`]}</p>${link}</div>`,
  );
};
