import { Counter, Gauge, type Registry } from 'prom-client';
import type { Metric, Sample } from '../../../../feature/metric';

/** Maximum milliseconds that a scrape waits for one metric. */
const PATIENCE_MS = 2_000;

type Options = {
  registry: Registry;
  /** Tells whether the database is unavailable. */
  isUnavailable: () => boolean;
  onError: (name: string, error: unknown) => void;
};

const inTime = async <T>(work: Promise<T> | T): Promise<T> => {
  let timeout: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error('took too long')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timeout);
  }
};

/** Registers a metric that is read at each scrape; metrics that cannot be read are omitted. */
export const registerMetric = (
  definition: Metric,
  { registry, isUnavailable, onError }: Options,
): void => {
  const { name, help, kind, labels = [], asksDatabase = false, read } = definition;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  const metric =
    kind === 'gauge'
      ? new Gauge({ ...options, collect: () => collect() })
      : new Counter({ ...options, collect: () => collect() });

  /**
   * Sets all samples synchronously; otherwise two simultaneous scrapes would count everything
   * twice.
   */
  const fill = (samples: readonly Sample[]): void => {
    metric.reset();
    // The metric starts with a zero that was not measured.
    if (labels.length === 0) metric.remove();
    for (const { value, labels: of = {} } of samples) metric.inc({ ...of }, value);
  };

  const collect = async (): Promise<void> => {
    if (asksDatabase && isUnavailable()) {
      fill([]);
      return;
    }
    try {
      fill(await inTime(read()));
    } catch (error) {
      fill([]);
      onError(name, error);
    }
  };
};
