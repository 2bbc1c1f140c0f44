import type { Feature } from '../../feature/feature';

/** What the panel's home page tells whoever signs in: what they left unfinished, and what waits to be published. */
export const home: Feature = { name: 'home', isPlugin: true };
