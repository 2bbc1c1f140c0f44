import type { Readable } from 'node:stream';
import { outgoingRequestId } from '../request-id';
import { axios } from './axios';

type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** From the first look-up of the name to the status of the answer. */
  timeoutMs: number;
  /** Loopback, private, link-local and other addresses that are not of the public internet may be asked, too. */
  allowsPrivate: boolean;
};

/** A request that got no answer, with the reason in words that tell nothing of the network within. */
export class PostFailed extends Error {
  override name = 'PostFailed';
}

/** Imported when it is first needed: the package exists as an ES module only. */
const agentsFor = async (url: string, allowsPrivate: boolean) => {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } =
    await import('request-filtering-agent');
  const options = { allowPrivateIPAddress: allowsPrivate, allowMetaIPAddress: allowsPrivate };
  return url.startsWith('https:')
    ? { httpsAgent: new RequestFilteringHttpsAgent(options) }
    : { httpAgent: new RequestFilteringHttpAgent(options) };
};

const reasonOf = (error: unknown): string => {
  if (axios().isCancel(error)) return 'took too long';
  const { code, message } = axios().isAxiosError(error) ? error : { code: undefined, message: '' };
  // As the agent says it, with the address that it has found.
  if (message.includes('is not allowed')) return 'the address is not of the public internet';
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return 'took too long';
  return code ?? 'failed';
};

/**
 * Posts to an address that somebody has typed in. Where only the public internet may be asked, what the name
 * stands for is checked with each connection, and exactly that is connected to: a name cannot mean something
 * else a moment later. Redirects are answers like others, no proxy of the environment is used, and of the
 * answer nothing is read but its status.
 *
 * @returns the status
 * @throws PostFailed where there is no answer
 */
export const postProtected = async ({
  url,
  headers,
  body,
  timeoutMs,
  allowsPrivate,
}: Post): Promise<number> => {
  const agents = await agentsFor(url, allowsPrivate);
  try {
    const { status, data } = await axios().request<Readable>({
      ...agents,
      method: 'POST',
      url,
      headers: { ...headers, ...outgoingRequestId() },
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
    throw new PostFailed(reasonOf(error));
  }
};
