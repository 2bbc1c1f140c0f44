import type { Feature } from '../../feature/feature';
import { registerDocumentationViewer } from './viewer';

/** The OpenAPI document, and a page on which people read it. */
export const documentation: Feature = {
  name: 'documentation',
  register: registerDocumentationViewer,
};
