import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { home } from '@/lib/paths';
import { studentIn } from '@/lib/student';

/** Renews an expired login, because pages cannot write cookies, and returns to the account. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ line: string; lang: string }> },
) {
  const place = await params;
  const { error } = await studentIn(place.lang).get('/user-endpoints/me');
  if (error === undefined || error.code === 'UNAUTHENTICATED') redirect(`${home(place)}/account`);
  return new Response(error.message, { status: 503 });
}
