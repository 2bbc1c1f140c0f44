import { traceRequests } from '../plugins/telemetry/traces';

export default traceRequests;
