import type { Readable } from 'node:stream';

/** What is to be stored under the name of its hash and ending. */
export type Content = { hash: string; ext: string; mime: string; stream: Readable };

/** A place where files are, without the service: for commands that look after the whole of it. */
export type MediaStorage = {
  /** What the media library calls it. */
  provider: 'local' | 'aws-s3';
  /** Every file that lies there, and its size in bytes. */
  sizes: () => Promise<ReadonlyMap<string, number>>;
  /** Null where nothing lies under the name. */
  read: (name: string) => Promise<Readable | null>;
  /** Stores a file, in the place of one of the same name. @returns its address */
  write: (content: Content) => Promise<string>;
};
