import { requestIdNow } from '../request-id';

/** Properties that are stored beside a job's own data. */
type Cause = { requestId?: string };

/**
 * Returns a job's data with the id of the request that has caused it, so that logs and outgoing
 * calls can contain the id.
 */
export const withCause = (data: object): object => {
  const requestId = requestIdNow();
  return requestId === undefined ? data : { ...data, requestId };
};

/**
 * Returns the data as passed to {@link withCause}, and its cause.
 *
 * @param stored null for a job that pg-boss or a person has queued without data
 */
export const withoutCause = (stored: (Cause & object) | null): Cause & { data: object } => {
  const { requestId, ...data }: Cause = stored ?? {};
  return { data, ...(requestId !== undefined && { requestId }) };
};
