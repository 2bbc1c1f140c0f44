import type { Readable } from 'node:stream';
import { buildRequestIdHeader } from '../../request-id';
import { createRequire } from 'node:module';
import type { AxiosStatic } from 'axios';

/** Returns axios. Its first use loads it, so that starts without outgoing requests do not. */
export const loadAxios = (): AxiosStatic => {
  const require = createRequire(__filename);
  return require('axios') as AxiosStatic;
};

type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Maximum time from the DNS lookup to the status of the response. */
  timeoutMs: number;
  /** Whether loopback, private, link-local and other non-public addresses are allowed. */
  allowsPrivate: boolean;
};

/** A request without a response. Its message reveals nothing of the internal network. */
export class PostFailed extends Error {
  override name = 'PostFailed';
}

/**
 * Returns agents for both schemes, because a URL can spell its scheme in capitals. Imported on first
 * use, because the package is an ES module only.
 */
const createAgents = async (allowsPrivate: boolean) => {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } =
    await import('request-filtering-agent');
  const options = { allowPrivateIPAddress: allowsPrivate, allowMetaIPAddress: allowsPrivate };
  return {
    httpAgent: new RequestFilteringHttpAgent(options),
    httpsAgent: new RequestFilteringHttpsAgent(options),
  };
};

const getFailureReason = (error: unknown): string => {
  if (loadAxios().isCancel(error)) return 'took too long';
  const { code, message } = loadAxios().isAxiosError(error)
    ? error
    : { code: undefined, message: '' };
  // The agent's own message contains the resolved address.
  if (message.includes('is not allowed')) return 'the address is not of the public internet';
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return 'took too long';
  return code ?? 'failed';
};

/**
 * Posts to a URL that a user has entered. If only public addresses are allowed, every connection
 * checks the resolved address and connects to exactly that one, so that DNS cannot change in
 * between. Redirects are not followed, proxies of the environment are not used, and only the status
 * is read.
 *
 * @returns the status
 * @throws PostFailed where there is no response
 */
export const postProtected = async ({
  url,
  headers,
  body,
  timeoutMs,
  allowsPrivate,
}: Post): Promise<number> => {
  const agents = await createAgents(allowsPrivate);
  try {
    const { status, data } = await loadAxios().request<Readable>({
      ...agents,
      method: 'POST',
      url,
      headers: { ...headers, ...buildRequestIdHeader() },
      data: Buffer.from(body),
      responseType: 'stream',
      decompress: false,
      maxRedirects: 0,
      proxy: false,
      validateStatus: () => true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    data.on('error', () => undefined).destroy();
    return status;
  } catch (error) {
    throw new PostFailed(getFailureReason(error));
  }
};
