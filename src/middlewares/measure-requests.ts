import { measureRequests } from '../plugins/telemetry/metrics';

export default measureRequests;
