/** File of the media library whose content equals that of an upload. */
export type ExistingFile = {
  id: number;
  name: string;
  /** URL of a small picture; null if the file is none. */
  picture: string | null;
  /** Name of the folder; null at the top level. */
  folder: string | null;
  digest: string;
};
