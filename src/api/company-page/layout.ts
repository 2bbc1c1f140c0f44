import { pageLayout } from '../../catalogue/page-layout';

export const companyPage = pageLayout('company-page', [
  { header: { label: 'Opening', hint: 'The first thing people read of the company.' } },
  { ImpactText: { label: 'Statement', hint: 'The sentence that stands out.' } },
  { cardBody: { label: 'Main card' } },
  { FeatureImage: { label: 'Pictures', hint: 'A gallery, in the order given here.' } },
  { protagonists: { label: 'People', hint: 'Who works here, in the order given here.' } },
]);
