import { withRequestId } from '../platform/http/request-id';

/** First of all: whatever is said of a request, in the log too, names it. */
export default () => withRequestId;
