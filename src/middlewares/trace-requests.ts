import { traceRequests } from '../plugins/traces';

export default traceRequests;
