/** A text of the admin panel in each of its languages. */
export type Text = Readonly<Record<'en' | 'es', string>>;

/** An attribute's appearance in the form. */
export type Field = {
  label: Text;
  /** Explains the field to editors. */
  hint?: Text;
  /** A text for each language if it contains words, otherwise a plain string. */
  placeholder?: string | Text;
  /** Names of enumeration values that are not clear by themselves. */
  choices?: Readonly<Record<string, Text>>;
  /** Width in twelfths of a row; the whole row by default. */
  size?: number;
  /** Whether its text may be the same in every language (a name), or must be (a code). */
  sameText?: 'name' | 'code';
};

/** A row of the form: its attributes from left to right. */
export type Row = Readonly<Record<string, Field>>;

/**
 * Rows of a form under a heading: from the row with a field to the beginning of the next section.
 */
export type Section = { from: string; heading: Text };

/** The appearance of a content type or component in the admin panel. */
export type Layout = {
  uid: string;
  /**
   * Its name; in English the same as in its schema. Components have one if editors choose among
   * them.
   */
  name?: Text;
  /** The attribute with an entry's name: heading of its form and its name in lists. */
  title: string;
  /** The attribute with its name in relations of other entries, if it is not {@link title}. */
  shownAs?: string;
  /** The columns of the list; components have none. */
  columns?: readonly string[];
  sort?: { by: string; order: 'ASC' | 'DESC' };
  rows: readonly Row[];
  /** Rows before the first section have no heading. */
  sections?: readonly Section[];
  /** Attributes that the form hides, with their labels for other places. */
  hidden?: Readonly<Record<string, Text>>;
};

let formLayouts: readonly Layout[] = [];

/** Stores the layouts of all forms. Call it once at the panel's start. */
export const storeLayouts = (layouts: readonly Layout[]): void => {
  formLayouts = layouts;
};

export const getLayouts = (): readonly Layout[] => formLayouts;

/** Returns the form of a type or component. */
export const findLayout = (uid: string | null): Layout | undefined =>
  formLayouts.find((layout) => layout.uid === uid);

/** Returns a field of the form of a type or component; undefined if the form does not show it. */
export const findLayoutField = (uid: string, field: string): Field | undefined =>
  findLayout(uid)?.rows.find((row) => field in row)?.[field];

/** Returns whether a form hides a field. */
export const isHidden = (uid: string, field: string): boolean =>
  field in (findLayout(uid)?.hidden ?? {});
