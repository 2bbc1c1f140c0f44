'use server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cms, found } from '@/lib/cms';
import { home, pathOf } from '@/lib/paths';
import { readLogin, studentIn, visitorIn } from '@/lib/student';

/** Starts a purchase and leads to the payment provider's page. */
export const buy = async (form: FormData): Promise<void> => {
  const value = (name: string) => String(form.get(name) ?? '');
  const [line, lang, slug] = [value('line'), value('lang'), value('slug')];
  const product = found(
    await cms.get('/products/productBySlug/{slug}/{lang}', { path: { slug, lang } }),
  );
  const origin = product.payCrm ?? process.env.CHECKOUT_ORIGIN ?? 'main';
  const productPayID = product.payID;
  const page = pathOf({ line, lang }, 'product', slug) ?? '/';
  const refuse = (problem = '') =>
    redirect(`${home({ line, lang })}/checkout?${new URLSearchParams({ problem }).toString()}`);
  if (productPayID === null) return refuse();
  const client = (await readLogin()) === undefined ? visitorIn(lang) : studentIn(lang);
  const { data } = found(
    await client.get('/checkout/prices/{productPayID}', {
      path: { productPayID },
      query: { origin, vertical: line },
    }),
  );
  const isRecurring = ['subscription', 'instalments'].includes(product.purchaseType ?? '');
  const price = data.prices.find(({ type }) => type === (isRecurring ? 'recurring' : 'one_time'));
  if (price === undefined) return refuse();
  const site = `${(await headers()).get('x-forwarded-proto') ?? 'http'}://${(await headers()).get('host')}`;
  const { data: session, error } = await client.post(
    isRecurring ? '/create-checkout-subscription' : '/create-checkout-session',
    {
      body: {
        priceID: price.priceID,
        productPayID,
        origin,
        vertical: line,
        customer_email: value('email'),
        success_url: `${site}${home({ line, lang })}/checkout?session={CHECKOUT_SESSION_ID}`,
        cancel_url: `${site}${page}`,
      },
    },
  );
  if (error !== undefined) return refuse(error.message);
  redirect(session.url ?? page);
};
