import type { Readable } from 'node:stream';

/** File to be stored under its hash and extension. */
export type Content = {
  hash: string;
  ext: string;
  mime: string;
  stream: Readable;
  /** Aborts the write; the earlier content stays. */
  signal?: AbortSignal;
};

/** Storage of files for commands that run without the service. */
export type MediaStorage = {
  /** Name of the provider in the media library. */
  provider: 'local' | 'aws-s3';
  /** Returns the names of all stored files with their sizes in bytes. */
  sizes: () => Promise<ReadonlyMap<string, number>>;
  /** Returns the content of a file; null if there is none. */
  read: (name: string) => Promise<Readable | null>;
  /** Stores a file and replaces one with the same name. @returns its URL */
  write: (content: Content) => Promise<string>;
};
