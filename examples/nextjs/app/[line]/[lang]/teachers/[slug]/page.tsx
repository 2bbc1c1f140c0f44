import { Cards } from '@/components/cards';
import { Markdown } from '@/components/markdown';
import { Picture } from '@/components/picture';
import { cached, cms, draft, found, withCards, type Place } from '@/lib/cms';
import { pathOf, pathTo } from '@/lib/paths';

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<Place & { slug: string }> }) {
  const { slug, ...place } = await params;
  const { data: teacher } = found(
    await cms.get('/protagonist/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: { ...withCards, ...(await draft()) },
      ...cached,
    }),
    (current) => pathOf(place, 'protagonist', current) ?? '/',
  );
  const products = [...teacher.courses, ...teacher.masters];
  const cards = [
    ...products.map((card) => ({ card, kind: 'product' })),
    ...teacher.series.map((card) => ({ card, kind: 'series' })),
  ];
  return (
    <article>
      <h1>{teacher.name}</h1>
      <Picture media={teacher.image} />
      <Markdown text={teacher.cv} />
      <Cards
        cards={cards.map(({ card, kind }) => ({
          key: card.documentId,
          title: card.title,
          href: pathTo(place, kind, card),
          image: card.cardImage,
        }))}
      />
    </article>
  );
}
