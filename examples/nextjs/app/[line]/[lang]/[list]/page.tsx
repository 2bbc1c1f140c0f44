import { notFound } from 'next/navigation';
import { Cards, type CardData } from '@/components/cards';
import { cached, cms, draft, found, withCards, type Place } from '@/lib/cms';
import { pathById, pathOf } from '@/lib/paths';
import { textsOf } from '@/lib/texts';

const PRODUCTS = {
  courses: '/products/courses',
  masters: '/products/masters',
  books: '/products/books',
} as const;

type List = keyof typeof PRODUCTS | 'channels' | 'series';

const isList = (name: string): name is List =>
  [...Object.keys(PRODUCTS), 'channels', 'series'].includes(name);

/** Returns the cards of a list, with one request. */
const readCards = async (list: List, place: Place): Promise<CardData[]> => {
  const query = {
    lang: place.lang,
    vertical: place.line,
    ...withCards,
    ...(await draft()),
  };
  if (list === 'channels') {
    const path = { vertical: place.line };
    const { data } = found(
      await cms.get('/channels/{vertical}', { path, query: { lang: place.lang }, ...cached }),
    );
    return data.map(({ documentId, name, slug, description }) => ({
      key: documentId,
      title: name,
      href: pathOf(place, 'channel', slug ?? documentId),
      note: description,
    }));
  }
  if (list === 'series') {
    const { data } = found(await cms.get('/series/getSeries', { query, ...cached }));
    return data.map(({ documentId, name, slug, image, cardImage }) => ({
      key: documentId,
      title: name,
      href: pathOf(place, 'series', slug),
      image: cardImage ?? image,
    }));
  }
  const { data } = found(await cms.get(PRODUCTS[list], { query, ...cached }));
  return data.map(({ documentId, title, slug, cardImage, channels }) => ({
    key: documentId,
    title,
    href: slug === null ? pathById(place, documentId) : pathOf(place, 'product', slug),
    image: cardImage,
    note: channels.map(({ name }) => name).join(', '),
  }));
};

type Props = { params: Promise<Place & { list: string }> };

export async function generateMetadata({ params }: Props) {
  const { list, lang } = await params;
  return isList(list) ? { title: textsOf(lang)[list] } : {};
}

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

export default async function Page({ params }: Props) {
  const { list, ...place } = await params;
  if (!isList(list)) notFound();
  return (
    <>
      <h1>{textsOf(place.lang)[list]}</h1>
      <Cards cards={await readCards(list, place)} />
    </>
  );
}
