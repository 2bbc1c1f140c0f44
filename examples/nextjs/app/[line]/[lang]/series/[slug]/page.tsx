import { SeriesDetail } from '@/components/series-detail';
import { cached, cms, draft, found, type Place } from '@/lib/cms';
import { pathOf } from '@/lib/paths';

type Props = { params: Promise<Place & { slug: string }> };

/** Pages are rendered at their first request, and kept until a webhook. */
export const generateStaticParams = () => [];

const readSeries = async ({ slug, ...place }: Place & { slug: string }) =>
  found(
    await cms.get('/series/{slug}/{lang}', {
      path: { slug, lang: place.lang },
      query: await draft(),
      ...cached,
    }),
    (current) => pathOf(place, 'series', current) ?? '/',
  ).data;

export async function generateMetadata({ params }: Props) {
  return { title: (await readSeries(await params)).name };
}

export default async function Page({ params }: Props) {
  const { slug, ...place } = await params;
  const series = await readSeries({ slug, ...place });
  const path = pathOf(place, 'series', slug);
  return (
    <SeriesDetail
      series={series}
      lang={place.lang}
      watchPath={series.needLogin ? `${path}/watch` : undefined}
    />
  );
}
