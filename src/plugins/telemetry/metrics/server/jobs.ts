import { Histogram, type Registry } from 'prom-client';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Metric } from '#feature/feature';
import { getJobs, type JobCount } from '#platform/jobs';

/** Seconds. Jobs usually start within one second; some take minutes. */
const BUCKETS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];

/**
 * Label for the name of a job. It is not `job`, because Prometheus replaces that label by the name
 * of its scrape job.
 */
const QUEUE = 'queue';

/** Measures the delay and the duration of jobs on this node. */
export const measureRuns = ({ strapi }: WithStrapi, registry: Registry): void => {
  const late = new Histogram({
    name: 'cms_job_late_seconds',
    help: 'Delay between the due time and the start of jobs on this node',
    labelNames: [QUEUE],
    buckets: BUCKETS,
    registers: [registry],
  });
  const took = new Histogram({
    name: 'cms_job_seconds',
    help: 'Duration of jobs on this node, by outcome (done or failed)',
    labelNames: [QUEUE, 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  getJobs({ strapi }).hearRuns(({ name, isDone, lateSeconds, seconds }) => {
    late.observe({ [QUEUE]: name }, lateSeconds);
    took.observe({ [QUEUE]: name, outcome: isDone ? 'done' : 'failed' }, seconds);
  });
};

/** Returns the metrics of the queue in the database, which is shared by all nodes. */
export const queueMetrics = ({ strapi }: WithStrapi): readonly Metric[] => {
  const createSampleReader = (figure: (count: JobCount) => number) => async () => {
    const counts = await getJobs({ strapi }).counts();
    return counts.map((count) => ({
      value: figure(count),
      labels: { [QUEUE]: count.name, state: count.state },
    }));
  };
  const labels = [QUEUE, 'state'];
  return [
    {
      name: 'cms_jobs',
      help: 'Unfinished jobs by state: planned, waiting (due), active, retry or failed (given up)',
      kind: 'gauge',
      labels,
      asksDatabase: true,
      read: createSampleReader(({ count }) => count),
    },
    {
      name: 'cms_jobs_oldest_seconds',
      help: 'Seconds since the oldest job of each state was due, started or given up',
      kind: 'gauge',
      labels,
      asksDatabase: true,
      read: createSampleReader(({ oldestSeconds }) => oldestSeconds),
    },
  ];
};
