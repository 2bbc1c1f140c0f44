import { measureRequests } from '../plugins/metrics';

export default measureRequests;
