import { notFound, permanentRedirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { cached, cms, found, type Place } from '@/lib/cms';
import { pathOf } from '@/lib/paths';

/** Leads to an entry that a card names by its `documentId` only. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<Place & { documentId: string }> },
) {
  const { documentId, ...place } = await params;
  const { data } = found(
    await cms.get('/references/{documentId}', { path: { documentId }, ...cached }),
  );
  const { slug } =
    data.languages.find(({ locale }) => locale === null || locale === place.lang) ?? {};
  const path = pathOf(place, data.uid.split('.').at(-1) ?? '', slug ?? documentId);
  if (path === undefined) notFound();
  permanentRedirect(path);
}
