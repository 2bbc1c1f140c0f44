import { z } from '@strapi/utils';
import { defineSettingsSection, text, webAddress } from '#platform/settings/section';

export type TracesSettings = {
  /** Receiver of the traces; null if nothing is traced. */
  collector: {
    url: string;
    headers: Readonly<Record<string, string>>;
    serviceName: string;
    /** Share of traced requests, among those without a `traceparent`. */
    share: number;
  } | null;
};

/**
 * `name=value` pairs with percent-encoded values, OpenTelemetry's format of headers in a variable.
 */
const headers = text.transform((pairs, context) => {
  const parsed = pairs.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  try {
    return Object.fromEntries(parsed.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be pairs like name=value, separated by commas',
    });
    return z.NEVER;
  }
});

/** Settings of tracing, under the names that OpenTelemetry defines. */
export const tracesSettings = defineSettingsSection<TracesSettings>('traces', () =>
  z
    .object({
      OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
      OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
      OTEL_SERVICE_NAME: text.default('education-cms'),
      OTEL_TRACES_SAMPLER_ARG: text
        .regex(/^(?:0|1|0?[.]\d+|1[.]0+)$/, 'must be a share between 0 and 1')
        .transform(Number)
        .default(1),
    })
    .transform((env) => ({
      collector:
        env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
          ? null
          : {
              url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
              headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
              serviceName: env.OTEL_SERVICE_NAME,
              share: env.OTEL_TRACES_SAMPLER_ARG,
            },
    })),
);
