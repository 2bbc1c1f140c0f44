/** Picture that entries use and that has no alternative text in a language. */
export type PictureWithoutText = {
  id: number;
  name: string;
  picture: string;
  /** Text in the default language; empty if that is the requested language. */
  text: string;
};

export type PicturesWithoutText = {
  pictures: readonly PictureWithoutText[];
  total: number;
  /** Whether the requested language is the default one, whose text is the file's own. */
  isDefault: boolean;
};

/** Number of pictures on a page. */
export const PICTURES_ON_A_PAGE = 25;
