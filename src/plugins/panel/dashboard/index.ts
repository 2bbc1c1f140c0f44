import type { Feature } from '#feature/feature';

/** Shows unfinished work and recent publications on the panel's start page. */
export const dashboard: Feature = { name: 'dashboard', folder: __dirname };
