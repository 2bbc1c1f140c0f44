/** A picture that entries show, and that says nothing in a language to those who do not see it. */
export type UndescribedPicture = {
  id: number;
  name: string;
  picture: string;
  /** What it says in the default language; empty where that is the language asked for. */
  text: string;
};

export type UndescribedPictures = {
  pictures: readonly UndescribedPicture[];
  total: number;
  /** Whether it is the default language that was asked for, whose text is the file's own. */
  isDefault: boolean;
};

/** As many as are described at a time. */
export const UNDESCRIBED_ON_A_PAGE = 25;
