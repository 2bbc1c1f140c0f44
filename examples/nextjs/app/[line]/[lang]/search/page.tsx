import Form from 'next/form';
import { Cards } from '@/components/cards';
import { cms, found, type Place } from '@/lib/cms';
import { home, pathOf } from '@/lib/paths';
import { textsOf } from '@/lib/texts';

export const dynamic = 'force-dynamic';

type Props = { params: Promise<Place>; searchParams: Promise<{ q?: string }> };

/** The kinds of entries that have a page here. */
const PAGED = ['product', 'protagonist', 'channel', 'series'] as const;

export async function generateMetadata({ params }: Props) {
  return { title: textsOf((await params).lang).search };
}

export default async function Page({ params, searchParams }: Props) {
  const place = await params;
  const { q = '' } = await searchParams;
  const texts = textsOf(place.lang);
  const query = { q, lang: place.lang, vertical: place.line, type: [...PAGED] };
  const { data: hits } = found(await cms.get('/search', { query }));
  return (
    <>
      <h1>{texts.search}</h1>
      <Form action={`${home(place)}/search`} role="search">
        <input type="search" name="q" defaultValue={q} aria-label={texts.search} />
        <button>{texts.search}</button>
      </Form>
      {hits.length === 0 && <p>{texts.nothing}</p>}
      <Cards
        cards={hits.map(({ documentId, type, slug, title, image }) => ({
          key: documentId,
          title,
          href: pathOf(place, type, slug),
          image,
        }))}
      />
    </>
  );
}
