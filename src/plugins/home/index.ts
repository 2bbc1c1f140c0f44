import type { Feature } from '../../feature/feature';

/** What the panel's home page tells whoever signs in: what they left unfinished, what waits to be published, what was. */
export const home: Feature = { name: 'home', isPlugin: true };
