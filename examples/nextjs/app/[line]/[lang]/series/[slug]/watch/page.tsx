import { redirect } from 'next/navigation';
import { SeriesDetail } from '@/components/series-detail';
import { found, type Place } from '@/lib/cms';
import { home, pathOf } from '@/lib/paths';
import { readingStudent } from '@/lib/student';

export const dynamic = 'force-dynamic';

type Props = { params: Promise<Place & { slug: string }> };

/** The films of a series that needs a login, whose links the service gives to students only. */
export default async function Page({ params }: Props) {
  const { slug, ...place } = await params;
  const student = await readingStudent(place.lang);
  if (student === undefined) redirect(`${home(place)}/account`);
  // With an expired login the series is no error: its links are missing.
  const { error } = await student.get('/user-endpoints/me');
  if (error?.code === 'UNAUTHENTICATED') redirect(`${home(place)}/account/renew`);
  const { data: series } = found(
    await student.get('/series/{slug}/{lang}', { path: { slug, lang: place.lang } }),
    (current) => pathOf(place, 'series', current) ?? '/',
  );
  return <SeriesDetail series={series} lang={place.lang} />;
}
