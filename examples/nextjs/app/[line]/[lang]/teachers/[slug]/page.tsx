import { Cards } from '@/components/cards';
import { Markdown } from '@/components/markdown';
import { Picture } from '@/components/picture';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { pathById, pathOf } from '@/lib/paths';

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<Place & { slug: string }> }) {
  const { slug, ...place } = await params;
  const { data: teacher } = found(
    await cms.get('/protagonist/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: await draft(),
      ...cached,
    }),
    (current) => pathOf(place, 'protagonist', current) ?? '/',
  );
  const cards = [...teacher.courses, ...teacher.masters, ...teacher.series];
  return (
    <article>
      <h1>{teacher.name}</h1>
      <Picture media={teacher.image} />
      <Markdown text={teacher.cv} />
      <Cards
        cards={cards.map(({ documentId, title, cardImage }) => ({
          key: documentId,
          title,
          href: pathById(place, documentId),
          image: cardImage,
        }))}
      />
    </article>
  );
}
