/** What the service has answered to a request of the panel. */
type Refusal = { code?: string; details: Readonly<Record<string, unknown>> };

const refusalIn = async (answer: Response): Promise<Refusal> => {
  try {
    const body = (await answer.clone().json()) as { error?: { details?: Refusal['details'] } };
    const details = body.error?.details ?? {};
    return { details, code: typeof details.code === 'string' ? details.code : undefined };
  } catch {
    return { details: {} };
  }
};

const addressOf = (input: RequestInfo | URL): string =>
  input instanceof Request ? input.url : String(input);

/**
 * Lets whoever uses the panel decide about requests that the service refuses with a code: they are sent once more,
 * with a parameter, and whoever has sent them hears of the second answer only. All of the panel's requests go
 * through `fetch` (`@strapi/admin`, utils/getFetchClient); of those that plugins send by it, such as the media
 * library's, nothing else is open to others.
 *
 * @param insist whether to send it again, by what the refusal says
 */
export const decideAboutRefusals = (
  code: string,
  parameter: Readonly<Record<string, string>>,
  insist: (details: Refusal['details']) => Promise<boolean>,
): void => {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const answer = await fetch.call(window, input, init);
    // A request that holds its body itself has sent it; the panel's own have it beside the address.
    if (answer.status !== 409 || (input instanceof Request && input.bodyUsed)) return answer;
    const refusal = await refusalIn(answer);
    if (refusal.code !== code || !(await insist(refusal.details))) return answer;
    const again = new URL(addressOf(input), window.location.href);
    for (const [name, value] of Object.entries(parameter)) again.searchParams.set(name, value);
    return fetch.call(window, again, init);
  };
};
