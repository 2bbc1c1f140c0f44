import type { Feature } from '../../../feature/feature';

export {
  asData,
  isNaming,
  namesAlike,
  namesIn,
  readCell,
  writeCell,
  type Named,
} from './server/cells';
export { currencyProblem, findCurrencies, type CurrenciesIn } from './server/currencies';
export { kindOf, labelled, namedBy } from './server/columns';
export { changeable } from './server/drafts';
export { findNamed, namedOf, namingFieldsOf, type FindNamed } from './server/named';
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
