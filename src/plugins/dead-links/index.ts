import type { Feature } from '../../feature/feature';

/** Links that lead nowhere, each mended in every place at once. */
export const deadLinks: Feature = { name: 'dead-links', isPlugin: true };
