import { headers } from 'next/headers';

/**
 * Returns the headers by which this server vouches for a visitor's address, so that limits count
 * the visitor; none without a token. The last address is the one that the nearest proxy has seen.
 */
const visitorHeaders = async (): Promise<Record<string, string>> => {
  const address = (await headers()).get('x-forwarded-for')?.split(',').at(-1)?.trim();
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
