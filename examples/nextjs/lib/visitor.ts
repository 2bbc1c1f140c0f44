import { headers } from 'next/headers';

/**
 * Returns the headers by which this server vouches for a visitor's address, so that limits count
 * the visitor; none without a token. Each proxy of this site appends the address that it has seen,
 * so the visitor's is as many places before the end as there are proxies. Values before it may be
 * the visitor's own text.
 */
const visitorHeaders = async (): Promise<Record<string, string>> => {
  const proxies = Number(process.env.SITE_PROXIES ?? 0);
  const forwarded = (await headers()).get('x-forwarded-for') ?? '';
  const address = proxies > 0 ? forwarded.split(',').at(-proxies)?.trim() : undefined;
  const token = process.env.CMS_VISITOR_TOKEN;
  if (!token || !address) return {};
  return { 'X-Visitor-Token': token, 'X-Forwarded-For': address };
};

/** Sends a request for a visitor. Pages that use it are rendered at each request. */
export const fetchForVisitor: typeof fetch = async (input, init) => {
  const all = new Headers(init?.headers);
  for (const [name, value] of Object.entries(await visitorHeaders())) all.set(name, value);
  return fetch(input, { ...init, headers: all });
};
