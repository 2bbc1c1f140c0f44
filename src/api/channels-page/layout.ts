import { pageLayout } from '../../catalogue/page-layout';

export const channelsPage = pageLayout('channels-page', [
  {
    carousel: {
      label: 'Carousel',
      hint: 'The slides at the top, in the order in which they turn.',
    },
  },
  { channels: { label: 'Channels', hint: 'The channels presented, in the order given here.' } },
]);
