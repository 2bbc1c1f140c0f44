import type { Feature } from '../../feature/feature';
import { register } from './server/register';

/** Who edits one business line changes no other. */
export const rights: Feature = { name: 'rights', isPlugin: true, register };

export { makeLineRole } from './server/line-role';
export { refuseForeignUpdates } from './server/guard-documents';
