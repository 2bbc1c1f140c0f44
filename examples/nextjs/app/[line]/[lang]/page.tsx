import type { Schemas } from 'education-cms-client';
import { Cards, type CardData } from '@/components/cards';
import { cached, cms, draft, found, withCards, type Place } from '@/lib/cms';
import { pathTo } from '@/lib/paths';

type Entry = Schemas['HomePage']['tendencies'][number];

/** Returns the card of an entry of the home page; lives have no page here. */
const cardsOf = (place: Place, entry: Entry): CardData[] => {
  if ('live' in entry) return [];
  const [type, card] =
    'serie' in entry ? (['series', entry.serie] as const) : (['product', entry.product] as const);
  const title = 'title' in card ? card.title : card.name;
  const href = pathTo(place, type, card);
  return [{ key: card.documentId, title, href, image: card.cardImage }];
};

export default async function Home({ params }: { params: Promise<Place> }) {
  const place = await params;
  const query = {
    lang: place.lang,
    vertical: place.line,
    ...withCards,
    ...(await draft()),
  };
  const { data: page } = found(await cms.get('/home-pages/full-populate', { query, ...cached }));
  const { tendencies, contents, channels } = page;
  return (
    <>
      <h1>{page.seo.title}</h1>
      <Cards cards={[...tendencies, ...contents].flatMap((entry) => cardsOf(place, entry))} />
      <ul className="logos">
        {channels.map((channel) => (
          <li key={channel.documentId}>
            <a href={pathTo(place, 'channel', channel)}>{channel.name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
