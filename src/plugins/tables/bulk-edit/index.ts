import type { Feature } from '#feature/feature';

export {
  asData,
  isNaming,
  hasSameReferences,
  splitNames,
  readCell,
  writeCell,
  type NamedReference,
} from './server/cells';
export { findCurrencyProblem, findCurrencies, type CurrenciesIn } from './server/prices';
export { createFieldAccessCheck, getFieldLookup, type Field, type FieldsOf } from './server/fields';
export { buildChangeableConditions } from './server/drafts';
export {
  createReferenceFinder,
  createReferenceFinders,
  hideReferences,
  convertRowToReference,
  findNamingFields,
  type FindReference,
} from './server/find-references';
export type { Column, SheetRows } from './edit';

/** Edits many entries at once, in a grid, by field, or from a spreadsheet. */
export const bulkEdit: Feature = {
  name: 'bulk-edit',
  folder: __dirname,
  auditedActions: {
    routes: {
      'GET /bulk-edit/:model/rows.csv': { action: 'export.entries', target: 'entries' },
    },
  },
};
