import { createFormState } from '../../../../platform/admin/form-state';
import type { SkippedPart } from './SkippedParts';
import type { DescribedEvent } from './describe';

/** State of the comparison dialog, which is open while there are events. */
export type ComparisonState = {
  events: readonly DescribedEvent[];
  from: string;
  to: string;
  /** Parts of the version that could not be restored. */
  leftOut: readonly SkippedPart[] | null;
};

export const useComparisonState = createFormState<ComparisonState>({
  events: [],
  from: '',
  to: '',
  leftOut: null,
});
