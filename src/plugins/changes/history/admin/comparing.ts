import { createFormState } from '../../../../feature/admin/form-state';
import type { LeftOutItem } from './LeftOut';
import type { DescribedEvent } from './describe';

/** What of an entry is compared in its dialog, which is open while there is something to choose from. */
export type Comparing = {
  events: readonly DescribedEvent[];
  from: string;
  to: string;
  /** What could not come back with what was restored. */
  leftOut: readonly LeftOutItem[] | null;
};

export const useComparing = createFormState<Comparing>({
  events: [],
  from: '',
  to: '',
  leftOut: null,
});
