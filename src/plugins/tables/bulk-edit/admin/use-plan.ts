import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { ColumnKey, Planned, Written } from '../edit';

/** Delay after the last keystroke before the plan is requested. */
const PAUSE_MS = 250;

type Plan = {
  planned: readonly Planned[];
  /** Whether the plan belongs to the current rows. */
  isCurrent: boolean;
};

/** Requests the plan of rows. The former plan remains until the new one arrives. */
export const usePlan = (
  model: string,
  columns: readonly ColumnKey[],
  rows: readonly Written[],
  /** Increases with every save, because the stored values then differ. */
  round: number,
): Plan => {
  const { data: planned = [], isCurrent } = useLoaded<readonly Planned[]>(
    `/bulk-edit/${model}/plan`,
    { body: { columns, rows }, version: round, delay: PAUSE_MS },
  );
  return { planned, isCurrent };
};
