import type { IntlShape } from 'react-intl';
import { findChoiceLabel } from '../../../../feature/admin/labels';

/** Format of stored timestamps. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Formats a value as its field does: 1.234,50 in Spanish, and choices by label. */
export const formatValue = (
  intl: IntlShape,
  field: string,
  value: string | number,
): string | number => {
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? value
      : intl.formatNumber(value, { minimumFractionDigits: 2, useGrouping: 'always' });
  }
  return MOMENT.test(value)
    ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' })
    : (findChoiceLabel(field, value) ?? value);
};
