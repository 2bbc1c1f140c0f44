import type { Feature } from '../../feature/feature';

/** Many entries changed at once: from a spreadsheet, by field, or one entry in the place of another. */
export const bulkEdit: Feature = { name: 'bulk-edit', isPlugin: true };
