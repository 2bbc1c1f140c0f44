import { requestIdNow } from '../http/request-id';

/** What stands beside a job's own data in the queue. */
type Cause = { requestId?: string };

/** A job's data with the id of the request that has caused it, so that its log and whoever it calls can name it. */
export const withCause = (data: object): object => {
  const requestId = requestIdNow();
  return requestId === undefined ? data : { ...data, requestId };
};

/**
 * Data as they were handed to {@link withCause}, and what has caused them.
 *
 * @param stored null of a job that pg-boss, or somebody by hand, has queued without any
 */
export const withoutCause = (stored: (Cause & object) | null): Cause & { data: object } => {
  const { requestId, ...data }: Cause = stored ?? {};
  return { data, ...(requestId !== undefined && { requestId }) };
};
