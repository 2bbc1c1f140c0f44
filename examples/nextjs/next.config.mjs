const cms = new URL(process.env.CMS_API ?? 'http://localhost:1337/api').origin;

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  // The panel shows drafts in a frame.
  headers: () => [
    {
      source: '/:path*',
      headers: [{ key: 'Content-Security-Policy', value: `frame-ancestors 'self' ${cms}` }],
    },
  ],
};
