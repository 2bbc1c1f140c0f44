import { shelvesPublishingRules } from '../../catalogue/page-publishing-rules';

/** Publishing rules of a presentials page. */
export const presentialsPagePublishingRules = shelvesPublishingRules('presentials-page');
