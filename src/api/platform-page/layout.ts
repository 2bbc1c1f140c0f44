import { pageLayout } from '../../catalogue/page-layout';

export const platformPage = pageLayout('platform-page', [
  { header: { label: 'Opening', hint: 'The first thing people read of the platform.' } },
  { middleTitle: { label: 'Heading of the middle', hint: 'Above the sections below.' } },
  { body: { label: 'Sections', hint: 'What the platform offers, one after another.' } },
]);
