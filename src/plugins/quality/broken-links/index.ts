import type { Feature } from '../../../feature/feature';

/** Finds broken links, and fixes each in every place at once. */
export const deadLinks: Feature = { name: 'dead-links', folder: __dirname };
