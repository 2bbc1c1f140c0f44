import type { KnownFile } from '../known';

/** Upload with its existing file and the callback for the user's decision. */
export type Asked = { name: string; known: KnownFile; decide: (usesKnown: boolean) => void };
