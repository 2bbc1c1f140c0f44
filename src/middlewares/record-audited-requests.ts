import { recordAuditedRequests } from '../plugins/audit';

export default recordAuditedRequests;
