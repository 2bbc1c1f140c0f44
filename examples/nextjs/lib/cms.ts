import { createClient, type Result } from 'education-cms-client';
import { cookies, draftMode } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';

export const baseUrl = process.env.CMS_API ?? 'http://localhost:1337/api';

/** The catalogue, without a token, so that caches can answer. */
export const cms = createClient({ baseUrl });

/** A page of a business line in a language. */
export type Place = { line: string; lang: string };

/** Caches a response until a webhook reports a change. Next.js ignores it in draft mode. */
export const cached = { init: { cache: 'force-cache' as const, next: { tags: ['cms'] } } };

/** Returns the query parameter of a draft; nothing outside draft mode, so that pages stay static. */
export const draft = async (): Promise<{ previewToken?: string }> => {
  if (!(await draftMode()).isEnabled) return {};
  const previewToken = (await cookies()).get('previewToken')?.value;
  return previewToken === undefined ? {} : { previewToken };
};

/** Query parameter that adds slugs of entries and sizes of pictures to cards. */
export const withCards: { include: 'card'[] } = { include: ['card'] };

type AnyError = { status: number; code: string; message: string; movedTo?: unknown };

/**
 * Returns the data of a page. A missing entry is a 404, a former slug redirects to the current one,
 * and other errors keep the previous version of the page.
 *
 * @param pathOf returns the address of the page with another slug
 */
export const found = <D>(result: Result<D, AnyError>, pathOf?: (slug: string) => string): D => {
  const { error } = result;
  if (error === undefined) return result.data;
  if (error.status !== 404) throw new Error(`${error.code}: ${error.message}`);
  if (pathOf && typeof error.movedTo === 'string') permanentRedirect(pathOf(error.movedTo));
  notFound();
};
