import { SpanKind, type Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** Under each of these stands a whole address or the part behind its host, by the convention that is asked for. */
const ADDRESSES = ['url.full', 'http.url', 'http.target'];

/** Who asked, as far as a proxy or the connection tells. */
const CALLERS = ['client.address', 'network.peer.address', 'http.client_ip', 'net.peer.ip'];

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');

/**
 * Takes out of a span what is in queries (tokens of previews, signatures, e-mail addresses, what people search for)
 * and where who asked sits. Which endpoint was asked and what its path named stays.
 *
 * @param isIncoming whether the addresses of the connection are the caller's
 */
export const removePersonal = (attributes: Attributes, isIncoming: boolean): void => {
  delete attributes['url.query'];
  for (const name of ADDRESSES) {
    const address = attributes[name];
    if (typeof address === 'string') attributes[name] = withoutQuery(address);
  }
  if (isIncoming) for (const name of CALLERS) Reflect.deleteProperty(attributes, name);
};

/** To stand before whatever hands spans on: instrumentation can leave out single parameters, not all. */
export const tellNothingPersonal: SpanProcessor = {
  onStart: () => undefined,
  onEnd: ({ attributes, kind }: ReadableSpan) =>
    removePersonal(attributes, kind === SpanKind.SERVER),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
