import { requestIdNow } from '../http/request-id';

/** What stands beside a job's own data in the queue. */
type Cause = { requestId?: string };

/** A job's data with the id of the request that has caused it, so that its log and whoever it calls can name it. */
export const withCause = (data: object): object => {
  const requestId = requestIdNow();
  return requestId === undefined ? data : { ...data, requestId };
};

/** Data as they were handed to {@link withCause}, and what has caused them. */
export const withoutCause = (stored: Cause & object): Cause & { data: object } => {
  const { requestId, ...data } = stored;
  return { data, ...(requestId !== undefined && { requestId }) };
};
