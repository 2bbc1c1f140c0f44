import { notFound } from 'next/navigation';
import { Player } from '@/components/player';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { textsOf } from '@/lib/texts';

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<Place & { slug: string }> }) {
  const { slug, ...place } = await params;
  const query = { lang: place.lang, vertical: place.line, ...(await draft()) };
  const { data } = found(await cms.get('/series/getSeries', { query, ...cached }));
  const series = data.find((one) => one.slug === slug);
  if (series === undefined) notFound();
  const texts = textsOf(place.lang);
  const film = series.headVideo?.m3u8Link;
  return (
    <article>
      <h1>{series.name}</h1>
      {film ? <Player src={film} title={series.name} /> : <p>{texts.needsLogin}</p>}
      <p className="text">{series.description}</p>
      <h2>{texts.episodes}</h2>
      {series.episodes.map(({ documentId, name, m3u8Link }) => (
        <details key={documentId}>
          <summary>{name}</summary>
          {m3u8Link ? <Player src={m3u8Link} title={name} /> : <p>{texts.needsLogin}</p>}
        </details>
      ))}
    </article>
  );
}
