import { NextResponse } from 'next/server';

/** Lets the panel show pages in a frame. A header of `next.config.mjs` would be fixed by the build. */
export const proxy = (): NextResponse => {
  const cms = new URL(process.env.CMS_API ?? 'http://localhost:1337/api').origin;
  const response = NextResponse.next();
  response.headers.set('Content-Security-Policy', `frame-ancestors 'self' ${cms}`);
  return response;
};
