import { formatAmount, isOffSale, totalPrice } from 'education-cms-client';
import { notFound, redirect } from 'next/navigation';
import { Markdown } from '@/components/markdown';
import { Picture } from '@/components/picture';
import { cached, cms, draft, found, withCards, type Place } from '@/lib/cms';
import { pathOf, pathTo } from '@/lib/paths';
import { textsOf } from '@/lib/texts';
import { buy } from './buy';

type Props = { params: Promise<Place & { slug: string }> };

const readProduct = async ({ slug, ...place }: Place & { slug: string }) =>
  found(
    await cms.get('/products/productBySlug/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: { ...withCards, ...(await draft()) },
      ...cached,
    }),
    (current) => pathOf(place, 'product', current) ?? '/',
  );

export async function generateMetadata({ params }: Props) {
  const { title, seo } = await readProduct(await params);
  return { title: seo?.title ?? title, description: seo?.description };
}

/** No webhook tells that the date of a product off sale has come. In seconds. */
export const revalidate = 600;

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: Props) {
  const { slug, ...place } = await params;
  const product = await readProduct({ slug, ...place });
  if (!product.vertical.includes(place.line)) {
    // Channels and teachers show products of every business line.
    const [line] = product.vertical;
    redirect((line && pathOf({ ...place, line }, 'product', slug)) ?? notFound());
  }
  const texts = textsOf(place.lang);
  const { data: jsonLd } = await cms.get('/json-ld/{documentId}', {
    path: { documentId: product.documentId },
    query: { lang: place.lang, vertical: place.line },
    ...cached,
  });
  const { data: lines } = found(await cms.get('/business-lines', cached));
  const currency = lines.find((line) => line.slug === place.line)?.currency ?? 'EUR';
  const total = totalPrice(product);
  return (
    <article>
      <h1>{product.title}</h1>
      <Picture media={product.cardImage} sizes="(max-width: 40rem) 100vw, 40rem" />
      {product.presentation && <Markdown text={product.presentation} />}
      <h2>{texts.teachers}</h2>
      <ul>
        {product.protagonists.map((teacher) => (
          <li key={teacher.documentId}>
            <a href={pathTo(place, 'protagonist', teacher)}>{teacher.name}</a>
          </li>
        ))}
      </ul>
      <form action={buy} className="buy">
        {total !== undefined && (
          <strong className="price">{formatAmount(total, currency, place.lang)}</strong>
        )}
        {product.isSoon || isOffSale(product) || product.payID === null ? (
          <p>{product.isSoon ? texts.soon : (product.offSaleText ?? texts.notOnSale)}</p>
        ) : (
          <>
            <input type="hidden" name="slug" value={product.slug} />
            <input type="hidden" name="line" value={place.line} />
            <input type="hidden" name="lang" value={place.lang} />
            <label>
              {texts.email} <input type="email" name="email" required />
            </label>
            <button>{texts.buy}</button>
          </>
        )}
      </form>
      {jsonLd !== undefined && (
        // Its content cannot close the element.
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
      )}
    </article>
  );
}
