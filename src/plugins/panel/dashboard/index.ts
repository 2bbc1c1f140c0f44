import type { Feature } from '../../../feature/feature';

/** Shows unfinished work and recent publications on the panel's start page. */
export const home: Feature = { name: 'home', folder: __dirname };
