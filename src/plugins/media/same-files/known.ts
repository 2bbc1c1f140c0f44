/** A file of the media library with the content that somebody is about to upload. */
export type KnownFile = {
  id: number;
  name: string;
  /** Of a small picture; null where it is none. */
  picture: string | null;
  /** The folder's name; null at the top. */
  folder: string | null;
  digest: string;
};
