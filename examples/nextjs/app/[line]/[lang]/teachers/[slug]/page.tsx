import { Cards } from '@/components/cards';
import { Markdown } from '@/components/markdown';
import { Picture } from '@/components/picture';
import { cached, cms, draft, found, withCards, type Place } from '@/lib/cms';
import { pathOf, pathTo } from '@/lib/paths';

type Props = { params: Promise<Place & { slug: string }> };

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

const readTeacher = async ({ slug, ...place }: Place & { slug: string }) =>
  found(
    await cms.get('/protagonist/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: { ...withCards, ...(await draft()) },
      ...cached,
    }),
    (current) => pathOf(place, 'protagonist', current) ?? '/',
  ).data;

export async function generateMetadata({ params }: Props) {
  return { title: (await readTeacher(await params)).name };
}

export default async function Page({ params }: Props) {
  const { slug, ...place } = await params;
  const teacher = await readTeacher({ slug, ...place });
  const products = [...teacher.courses, ...teacher.masters];
  const cards = [
    ...products.map((card) => ({ card, kind: 'product' })),
    ...teacher.series.map((card) => ({ card, kind: 'series' })),
  ];
  return (
    <article>
      <h1>{teacher.name}</h1>
      <div className="portrait">
        <Picture media={teacher.image} ratio="3:4" sizes="15rem" />
      </div>
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
