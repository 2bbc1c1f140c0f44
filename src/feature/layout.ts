/** What people read in the admin panel, in each of its languages. */
export type Text = Readonly<Record<'en' | 'es', string>>;

/** How one attribute shows itself in the form. */
export type Field = {
  label: Text;
  /** What the field is for, in an editor's words. */
  hint?: Text;
  /** A text of its own in each language where it is a word; what is the same in both is a plain string. */
  placeholder?: string | Text;
  /** What the values are called among which editors choose, where those themselves say too little. */
  choices?: Readonly<Record<string, Text>>;
  /** Units of the twelve that a row has; the whole row where nothing is said. */
  size?: number;
};

/** A row of the form: attribute by attribute, from left to right. */
export type Row = Readonly<Record<string, Field>>;

/** Rows of a form under a heading: from the one that holds a field to where the next section begins. */
export type Section = { from: string; heading: Text };

/** What editors see of a content type or component in the admin panel. */
export type Layout = {
  uid: string;
  /** What it is called; in English as its schema says. Components have one where editors choose among them. */
  name?: Text;
  /** The attribute that names an entry: heading of its form, of its place in a list. */
  title: string;
  /** The attribute by which other entries' relations name it, where that is not {@link title}. */
  shownAs?: string;
  /** The columns of the list; components have none. */
  columns?: readonly string[];
  sort?: { by: string; order: 'ASC' | 'DESC' };
  rows: readonly Row[];
  /** Rows before the first one stand under no heading. */
  sections?: readonly Section[];
  /** Attributes that no form shows, with the names they have where they show up all the same. */
  hidden?: Readonly<Record<string, Text>>;
};
