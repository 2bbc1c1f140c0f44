import type { Feature } from '../../../feature/feature';

/** Puts new entries last in their list. */
export const positions: Feature = { name: 'positions', folder: __dirname };

export { setMissingPositions } from './server/fill';
