import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { home, pathOf } from '@/lib/paths';

/** Opens what the panel's preview button names, with drafts if it asks for them. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const value = (name: string) => searchParams.get(name) ?? '';
  const mode = await draftMode();
  if (value('status') === 'draft') {
    mode.enable();
    (await cookies()).set('previewToken', value('previewToken'), {
      httpOnly: true,
      secure: true,
      sameSite: 'none',
      maxAge: 3600,
    });
  } else {
    mode.disable();
  }
  const part = (name: string) => encodeURIComponent(value(name));
  const place = { line: part('vertical'), lang: part('lang') };
  const slug = value('slug') || value('documentId');
  const path = pathOf(place, value('type'), slug) ?? home(place);
  // `//name` would be another site.
  redirect(path.replace(/^\/+/, '/'));
}
