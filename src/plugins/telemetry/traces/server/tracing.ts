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
import type { AttemptWrapper } from '#platform/jobs';
import type { TracesSettings } from '../settings';
import { redactSpans } from './redact-spans';

type Collector = NonNullable<TracesSettings['collector']>;

/** Attributes of a request that are known only after its response. */
type Description = { method: string; endpoint: string; requestId: string; from: 'memory' | 'made' };

export type Tracing = {
  /** Names the running request by its endpoint. */
  describe: (request: Description) => void;
  /** Runs an attempt of a job in a separate trace. */
  traceJob: AttemptWrapper;
  /** Exports the remaining spans. */
  close: () => Promise<void>;
};

/** Maximum milliseconds that a stop waits for the collector. */
const CLOSE_MS = 3_000;

/** Paths that machines request continuously and that are not traced. */
const PROBES = new Set(['/_health', '/_ready', '/metrics']);

/**
 * Traced modules. They are already loaded; the instrumentation takes effect when they are required
 * again.
 */
const TRACED = ['node:http', 'node:https', 'pg'];

/**
 * Starts tracing of incoming requests with their SQL statements and outgoing requests. It continues
 * an incoming `traceparent` and passes it on.
 */
export const openTracing = ({ url, headers, serviceName, share }: Collector): Tracing => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      redactSpans,
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
      // Heartbeats of the service belong to no request. Values of statements are never recorded.
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
            // Messages of errors may contain personal data; the log has them under the id of the
            // job.
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
