import { createFormState } from '../../../../platform/admin/form-state';
import type { LeftOutItem } from './LeftOut';
import type { DescribedEvent } from './describe';

/** State of the comparison dialog, which is open while there are events. */
export type Comparing = {
  events: readonly DescribedEvent[];
  from: string;
  to: string;
  /** Parts of the version that could not be restored. */
  leftOut: readonly LeftOutItem[] | null;
};

export const useComparing = createFormState<Comparing>({
  events: [],
  from: '',
  to: '',
  leftOut: null,
});
