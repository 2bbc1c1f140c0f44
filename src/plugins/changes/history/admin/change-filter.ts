import { type Days, periodOf } from '../../../../feature/admin/DayRange';

/** Filter of the changes across entries. Empty texts filter nothing. */
export type ChangeFilter = Days & {
  type: string;
  /** Fields of the type, separated by commas. */
  fields: string;
  person: string;
  line: string;
};

const DAYS_OF_WEEK = 7;

/** Returns the filter that shows the changes of the last seven days, today included. */
export const lastWeek = (): ChangeFilter => {
  const now = new Date();
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_OF_WEEK + 1);
  return { type: '', fields: '', person: '', line: '', from, to: undefined };
};

export const changeQueryOf = ({
  type,
  fields,
  person,
  line,
  ...days
}: ChangeFilter): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries({ type, fields, person, line }).filter(([, value]) => value !== ''),
  ),
  ...periodOf(days),
});
