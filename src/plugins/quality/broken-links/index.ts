import type { Feature } from '#feature/feature';

/** Finds broken links, and fixes each in every place at once. */
export const brokenLinks: Feature = { name: 'broken-links', folder: __dirname };
