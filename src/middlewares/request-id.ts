import { withRequestId } from '../platform/request-id';

/** Place it first, so that all log lines of a request contain its id. */
export default () => withRequestId;
