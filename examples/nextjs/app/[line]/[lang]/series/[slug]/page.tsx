import { Player } from '@/components/player';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { pathOf } from '@/lib/paths';
import { textsOf } from '@/lib/texts';

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<Place & { slug: string }> }) {
  const { slug, ...place } = await params;
  const { data: series } = found(
    await cms.get('/series/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: await draft(),
      ...cached,
    }),
    (current) => pathOf(place, 'series', current) ?? '/',
  );
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
