import type { Feature } from '../../feature/feature';

/** New entries come last in their lists, unless somebody says otherwise. */
export const positions: Feature = { name: 'positions', isPlugin: true };

export { setMissingPositions } from './server/fill';
