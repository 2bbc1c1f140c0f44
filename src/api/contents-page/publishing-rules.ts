import { shelvesPublishingRules } from '../../catalogue/page-publishing-rules';

/** Publishing rules of a contents page. */
export const contentsPagePublishingRules = shelvesPublishingRules('contents-page');
