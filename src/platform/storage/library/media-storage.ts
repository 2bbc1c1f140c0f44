import type { Readable } from 'node:stream';

/** A file to be stored under the name of its hash and ending. */
export type Content = {
  hash: string;
  ext: string;
  mime: string;
  stream: Readable;
  /** Ends the writing: the former content stays. */
  signal?: AbortSignal;
};

/** The storage of files as commands use it, without the service. */
export type MediaStorage = {
  /** Its name in the media library. */
  provider: 'local' | 'aws-s3';
  /** Returns the names of all stored files with their sizes in bytes. */
  sizes: () => Promise<ReadonlyMap<string, number>>;
  /** Returns the content of a file; null if there is none. */
  read: (name: string) => Promise<Readable | null>;
  /** Stores a file, in the place of one of the same name. @returns its address */
  write: (content: Content) => Promise<string>;
};
