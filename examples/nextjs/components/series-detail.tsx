import type { Schemas } from 'education-cms-client';
import { textsOf } from '@/lib/texts';
import { Player } from './player';

/**
 * A series with its films.
 *
 * @param watchPath address where students watch them, if the series needs a login
 */
export const SeriesDetail = ({
  series: { name, description, headVideo, episodes },
  lang,
  watchPath,
}: {
  series: Schemas['SeriesDetail'];
  lang: string;
  watchPath?: string | undefined;
}) => {
  const texts = textsOf(lang);
  const film = headVideo?.m3u8Link;
  return (
    <article>
      <h1>{name}</h1>
      {watchPath && (
        <p>
          <a href={watchPath}>{texts.needsLogin}</a>
        </p>
      )}
      {film && !watchPath && <Player src={film} title={name} />}
      <p className="text">{description}</p>
      <h2>{texts.episodes}</h2>
      {watchPath ? (
        <ul>
          {episodes.map((episode) => (
            <li key={episode.documentId}>{episode.name}</li>
          ))}
        </ul>
      ) : (
        episodes.map(({ documentId, name: title, m3u8Link }) => (
          <details key={documentId}>
            <summary>{title}</summary>
            {m3u8Link ? <Player src={m3u8Link} title={title} /> : <p>{texts.noFilm}</p>}
          </details>
        ))
      )}
    </article>
  );
};
