import MarkdownIt from 'markdown-it';
import { isWithheldAt } from '#catalogue/off-sale';
import { getProductBySlug } from '#api/product/contract';
import { getProductPrices } from '#plugins/commerce/checkout/prices-contract';
import { markup, Html } from '../html';
import { linksTo, pageOf, part, type Page, type Site } from '../layout';

const markdown = new MarkdownIt({ html: false });

/** The checkout data on the button. */
const buyButton = async (
  { service, place }: Site,
  {
    payID,
    payCrm,
    purchaseType,
  }: { payID: string; payCrm: string | null; purchaseType: string | null },
): Promise<Html> => {
  const origin = payCrm ?? 'main';
  const seller = { origin, vertical: place.line };
  const { data } = await service.ask(getProductPrices, { productPayID: payID }, seller);
  const isRecurring = purchaseType === 'subscription' || purchaseType === 'instalments';
  const type = isRecurring ? 'recurring' : 'one_time';
  const price = data.prices.find((candidate) => candidate.type === type);
  if (price === undefined) throw new Error(`${payID} has no price of the type ${type}`);
  const { amount, currency, decimals } = price;
  const money = new Intl.NumberFormat(place.lang, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return markup`<button
    type="button"
    data-product-pay-id="${payID}"
    data-price-id="${price.priceID}"
    data-type="${type}"
    data-origin="${origin}"
    data-vertical="${place.line}"
  >
    ${money.format(amount / 10 ** decimals)}
  </button>`;
};

export const productPage = async (site: Site, path: string, slug: string): Promise<Page> => {
  const { service, place } = site;
  const product = await service.ask(getProductBySlug, { slug, lang: place.lang });
  const { documentId, title, seo, cardImage, mediaHeader, presentation } = product;
  const picture = await site.pictures(product);
  const isWithheld = isWithheldAt(product, Date.now());
  return pageOf(site, path, {
    title,
    description: seo?.description ?? null,
    documentId,
    body: markup` ${picture(mediaHeader)} ${picture(cardImage)}
      ${isWithheld ? null : await buyButton(site, product)}
      <div>${new Html(markdown.render(presentation ?? ''))}</div>
      ${part('Teachers', linksTo(site, product.protagonists))}
      ${part('Channels', linksTo(site, product.channels))}`,
  });
};
