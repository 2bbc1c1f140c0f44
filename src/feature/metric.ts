/** A value of a metric, with its labels. */
export type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** A metric for operators, as in Prometheus. */
export type Metric = {
  /** With its unit, as in `cms_mails_unsent`. A counter ends in `_total`. */
  name: string;
  help: string;
  /** `counter` values only increase during a process's life. */
  kind: 'gauge' | 'counter';
  labels?: readonly string[];
  /** Whether it needs the database. It is omitted while the database is unavailable. */
  asksDatabase?: boolean;
  /** Returns the samples of each scrape. Metrics that fail or take too long are omitted. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};
