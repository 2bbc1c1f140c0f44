import { sanitizePanelResponses } from '../platform/http/panel/sanitize-responses';

export default () => sanitizePanelResponses;
