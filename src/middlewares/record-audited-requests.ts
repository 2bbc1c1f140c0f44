import { recordAuditedRequests } from '../plugins/changes/audit';

export default recordAuditedRequests;
