import { withRequestId } from '../platform/http/request-id';

/** Place it first, so that all log lines of a request contain its id. */
export default () => withRequestId;
