import { SpanKind, type Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/**
 * Attributes with a URL or its part after the host, depending on the version of the conventions.
 */
const ADDRESSES = ['url.full', 'http.url', 'http.target'];

/** Attributes with the IP address of the caller. */
const CALLERS = ['client.address', 'network.peer.address', 'http.client_ip', 'net.peer.ip'];

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');

/**
 * Removes queries (tokens of previews, signatures, e-mail addresses, search terms) and the caller's
 * IP address from a span. The endpoint and the path stay.
 *
 * @param isIncoming whether the addresses of the connection are the caller's
 */
export const redactAttributes = (attributes: Attributes, isIncoming: boolean): void => {
  delete attributes['url.query'];
  for (const name of ADDRESSES) {
    const address = attributes[name];
    if (typeof address === 'string') attributes[name] = withoutQuery(address);
  }
  if (isIncoming) for (const name of CALLERS) Reflect.deleteProperty(attributes, name);
};

/**
 * Span processor that removes personal data. It must precede exporters, because instrumentations
 * can omit single parameters but not all.
 */
export const redactSpans: SpanProcessor = {
  onStart: () => undefined,
  onEnd: ({ attributes, kind }: ReadableSpan) =>
    redactAttributes(attributes, kind === SpanKind.SERVER),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
