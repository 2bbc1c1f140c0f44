import { Counter, Gauge, type Registry } from 'prom-client';
import type { Measure, Sample } from '../../../../feature/measure';

/** How long Prometheus is kept waiting for one measure. */
const PATIENCE_MS = 2_000;

type Options = {
  registry: Registry;
  /** Whether asking the database makes no sense now. */
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

/** Has the registry read a measure each time that somebody looks; one that cannot be read is left out. */
export const addMeasure = (
  measure: Measure,
  { registry, isUnavailable, onError }: Options,
): void => {
  const { name, help, kind, labels = [], asksDatabase = false, read } = measure;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  const metric =
    kind === 'gauge'
      ? new Gauge({ ...options, collect: () => collect() })
      : new Counter({ ...options, collect: () => collect() });

  /** All at once: two who look at the same time would count everything twice. */
  const fill = (samples: readonly Sample[]): void => {
    metric.reset();
    // It begins with a nought that nobody has measured.
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
