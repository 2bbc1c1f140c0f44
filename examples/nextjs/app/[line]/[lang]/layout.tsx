import '@/app/site.css';
import type { Metadata } from 'next';
import { draftMode } from 'next/headers';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PreviewUpdates } from '@/components/preview-updates';
import { baseUrl, cached, cms, draft, found, type Place } from '@/lib/cms';
import { home } from '@/lib/paths';
import { textsOf } from '@/lib/texts';

type Props = { children: ReactNode; params: Promise<Place> };

const readLine = async (slug: string) => {
  const { data: lines } = found(await cms.get('/business-lines', cached));
  return { lines, line: lines.find((line) => line.slug === slug) };
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { line } = await readLine((await params).line);
  return { title: { default: line?.name ?? 'Campus', template: `%s · ${line?.name ?? 'Campus'}` } };
}

/** Pages are rendered at their first request, so that a build needs no running service. */
export const generateStaticParams = () => [];

export default async function Layout({ children, params }: Props) {
  const place = await params;
  const { lines, line } = await readLine(place.line);
  if (line === undefined) notFound();
  const texts = textsOf(place.lang);
  const lists = ['courses', 'masters', 'books', 'channels', 'series'] as const;
  const others = line.languages.filter((lang) => lang !== place.lang);
  return (
    <html lang={place.lang}>
      <body style={{ '--color': line.color ?? '#345' } as React.CSSProperties}>
        <header>
          <Link href={home(place)} className="brand">
            {line.name}
          </Link>
          <nav>
            {lists.map((list) => (
              <Link key={list} href={`${home(place)}/${list}`} prefetch={false}>
                {texts[list]}
              </Link>
            ))}
            <Link href={`${home(place)}/search`} prefetch={false}>
              {texts.search}
            </Link>
            <Link href={`${home(place)}/account`} prefetch={false}>
              {texts.account}
            </Link>
          </nav>
        </header>
        {(await draftMode()).isEnabled && <PreviewUpdates baseUrl={baseUrl} {...await draft()} />}
        <main>{children}</main>
        <footer>
          {lines.map(({ slug, name }) => (
            <a key={slug} href={home({ line: slug, lang: place.lang })}>
              {name}
            </a>
          ))}
          {others.map((lang) => (
            <a key={lang} href={home({ line: line.slug, lang })} hrefLang={lang}>
              {lang.toUpperCase()}
            </a>
          ))}
        </footer>
      </body>
    </html>
  );
}
