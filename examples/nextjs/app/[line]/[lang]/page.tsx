import type { Schemas } from 'education-cms-client';
import { Cards, type CardData } from '@/components/cards';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { pathById } from '@/lib/paths';

type Entry = Schemas['HomePage']['tendencies'][number];

/** Returns the card of an entry of the home page; lives have no page here. */
const cardsOf = (place: Place, entry: Entry): CardData[] => {
  if ('live' in entry) return [];
  const { documentId, cardImage, ...rest } = 'serie' in entry ? entry.serie : entry.product;
  const title = 'title' in rest ? rest.title : rest.name;
  return [{ key: documentId, title, href: pathById(place, documentId), image: cardImage }];
};

export default async function Home({ params }: { params: Promise<Place> }) {
  const place = await params;
  const query = { lang: place.lang, vertical: place.line, ...(await draft()) };
  const { data: page } = found(await cms.get('/home-pages/full-populate', { query, ...cached }));
  const { tendencies, contents, channels } = page;
  return (
    <>
      <h1>{page.seo.title}</h1>
      <Cards cards={[...tendencies, ...contents].flatMap((entry) => cardsOf(place, entry))} />
      <ul className="logos">
        {channels.map(({ documentId, name }) => (
          <li key={documentId}>
            <a href={pathById(place, documentId)}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
