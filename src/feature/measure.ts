/** A figure, and what it is of. */
export type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** Figures of one meaning that operators can watch, as Prometheus takes them. */
export type Measure = {
  /** With its unit, as in `cms_mails_unsent`; a counter's ends in `_total`. */
  name: string;
  help: string;
  /** `counter`: it only grows while a process lives. */
  kind: 'gauge' | 'counter';
  /** The labels that its samples have. */
  labels?: readonly string[];
  /** It needs the database, and is left out while that is away. */
  asksDatabase?: boolean;
  /** Asked each time that somebody looks; what fails or takes long is left out. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};
