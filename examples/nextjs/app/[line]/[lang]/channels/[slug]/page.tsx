import { Cards } from '@/components/cards';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { pathOf } from '@/lib/paths';
import { textsOf } from '@/lib/texts';

type Props = { params: Promise<Place & { slug: string }> };

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

const readChannel = async ({ slug, ...place }: Place & { slug: string }) =>
  found(
    await cms.get('/channel/{slug}', {
      path: { slug },
      query: { lang: place.lang, ...(await draft()) },
      ...cached,
    }),
    (current) => pathOf(place, 'channel', current) ?? '/',
  ).data;

export async function generateMetadata({ params }: Props) {
  return { title: (await readChannel(await params)).name };
}

export default async function Page({ params }: Props) {
  const { slug, ...place } = await params;
  const channel = await readChannel({ slug, ...place });
  const texts = textsOf(place.lang);
  return (
    <article>
      <h1>{channel.name}</h1>
      <p className="text">{channel.description}</p>
      <Cards
        cards={channel.products.map(({ documentId, title, slug: name, cardImage }) => ({
          key: documentId,
          title,
          href: pathOf(place, 'product', name),
          image: cardImage,
        }))}
      />
      <h2>{texts.series}</h2>
      <ul>
        {channel.series.map(({ documentId, name, slug: seriesSlug }) => (
          <li key={documentId}>
            <a href={pathOf(place, 'series', seriesSlug)}>{name}</a>
          </li>
        ))}
      </ul>
    </article>
  );
}
