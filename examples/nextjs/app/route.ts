import { redirect } from 'next/navigation';
import { cached, cms, found } from '@/lib/cms';
import { home } from '@/lib/paths';

export const dynamic = 'force-dynamic';

/** Leads to the default business line in its language. */
export async function GET() {
  const { data: lines } = found(await cms.get('/business-lines', cached));
  const line = lines.find(({ isDefault }) => isDefault) ?? lines[0];
  if (line === undefined) return new Response(null, { status: 404 });
  redirect(home({ line: line.slug, lang: line.defaultLang }));
}
