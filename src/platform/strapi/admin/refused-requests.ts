/** An error response to a request of the panel. */
type Refusal = { code?: string; details: Readonly<Record<string, unknown>> };

const readRefusal = async (answer: Response): Promise<Refusal> => {
  try {
    const body = (await answer.clone().json()) as { error?: { details?: Refusal['details'] } };
    const details = body.error?.details ?? {};
    return { details, code: typeof details.code === 'string' ? details.code : undefined };
  } catch {
    return { details: {} };
  }
};

const getRequestUrl = (input: RequestInfo | URL): string =>
  input instanceof Request ? input.url : String(input);

/**
 * Lets the user decide about requests that the service rejects with a code. The request is sent
 * again with a parameter, and its sender sees only the second response. All of the panel's requests
 * use `fetch` (`@strapi/admin`, utils/getFetchClient). Requests of plugins, such as the media
 * library, offer no other hook.
 *
 * @param insist returns whether to send it again, from the error's details
 */
export const decideAboutRefusals = (
  code: string,
  parameter: Readonly<Record<string, string>>,
  insist: (details: Refusal['details']) => Promise<boolean>,
): void => {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const answer = await fetch.call(window, input, init);
    // A `Request` object with a body cannot be sent twice. The panel passes the body beside the
    // URL.
    if (answer.status !== 409 || (input instanceof Request && input.bodyUsed)) return answer;
    const refusal = await readRefusal(answer);
    if (refusal.code !== code || !(await insist(refusal.details))) return answer;
    const retryUrl = new URL(getRequestUrl(input), window.location.href);
    for (const [name, value] of Object.entries(parameter)) retryUrl.searchParams.set(name, value);
    return fetch.call(window, retryUrl, init);
  };
};
