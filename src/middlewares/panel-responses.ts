import { sanitizePanelResponses } from '../http/panel/sanitize-responses';

export default () => sanitizePanelResponses;
