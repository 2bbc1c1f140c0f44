import type { Feature } from '../../feature/feature';
import { registerDocumentationViewer } from './viewer';

/** Serves the OpenAPI document and the page that shows it. */
export const documentation: Feature = {
  name: 'documentation',
  register: registerDocumentationViewer,
};
