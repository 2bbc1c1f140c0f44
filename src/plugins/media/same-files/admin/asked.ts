import type { KnownFile } from '../known';

/** A file that somebody uploads, the one that is there, and how to go on. */
export type Asked = { name: string; known: KnownFile; decide: (usesKnown: boolean) => void };
