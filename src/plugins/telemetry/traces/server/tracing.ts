import { createRequire } from 'node:module';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { Surrounding } from '../../../../platform/jobs';
import type { TracesSettings } from '../settings';
import { tellNothingPersonal } from './nothing-personal';

type Collector = NonNullable<TracesSettings['collector']>;

/** What is known of a request only when it has been answered. */
type Description = { method: string; endpoint: string; requestId: string; from: 'memory' | 'made' };

export type Tracing = {
  /** Names the running request by its endpoint. */
  describe: (request: Description) => void;
  /** A trace of its own for a try of a job, with what is done in it. */
  traceJob: Surrounding;
  /** Sends what has not been sent. */
  close: () => Promise<void>;
};

/** How long the end of the service may wait for a collector. */
const CLOSE_MS = 3_000;

/** Asked all the time by machines, and of interest to nobody. */
const PROBES = new Set(['/_health', '/_ready', '/metrics']);

/** Modules that are traced; they have been loaded long before, and are taken hold of when they are next asked for. */
const TRACED = ['node:http', 'node:https', 'pg'];

/**
 * Begins to trace: every request that comes, every statement and every request that goes out on the way. A
 * `traceparent` that comes is continued, and is handed on.
 */
export const openTracing = ({ url, headers, serviceName, share }: Collector): Tracing => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      tellNothingPersonal,
      new BatchSpanProcessor(new OTLPTraceExporter({ url, headers: { ...headers } })),
    ],
  });
  provider.register();
  const stop = registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url: address }) => PROBES.has(address ?? ''),
      }),
      // The service's own heartbeats belong to no request. Values of statements are never recorded.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  const require = createRequire(__filename);
  for (const name of TRACED) require(name);

  return {
    describe({ method, endpoint, requestId, from }) {
      trace
        .getActiveSpan()
        ?.updateName(`${method} ${endpoint}`)
        .setAttributes({ 'cms.endpoint': endpoint, 'cms.request_id': requestId, 'cms.from': from });
    },
    traceJob: ({ name, id, retryCount }, work) =>
      provider.getTracer('jobs').startActiveSpan(
        `job ${name}`,
        {
          root: true,
          attributes: { 'cms.job': name, 'cms.job_id': id, 'cms.tries': retryCount + 1 },
        },
        async (span) => {
          try {
            await work();
          } catch (error) {
            // What an error says may name a person; the log has it, under the same job.
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          } finally {
            span.end();
          }
        },
      ),
    async close() {
      stop();
      let overdue: NodeJS.Timeout | undefined;
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => (overdue = setTimeout(resolve, CLOSE_MS))),
      ]);
      clearTimeout(overdue);
    },
  };
};
