import type { Feature } from '#feature/feature';

/** Puts new entries last in their list. */
export const ordering: Feature = { name: 'ordering', folder: __dirname };

export { setMissingPositions } from './server/positions';
