import type { Feature } from '../../feature/feature';
import { fillPositions } from './server/fill';

/** New entries come last in their lists, unless somebody says otherwise. */
export const positions: Feature = { name: 'positions', isPlugin: true, register: fillPositions };
