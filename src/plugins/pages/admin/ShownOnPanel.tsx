import { useIntl } from 'react-intl';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { ShownOnList } from './ShownOnList';
import { useShownOn } from './shown-on';

/** Beside an entry's form: the published pages that show it. */
export const ShownOnPanel: PanelComponent = ({ model, documentId }) => {
  const { formatMessage } = useIntl();
  const pages = useShownOn(model, documentId === undefined ? [] : [documentId]);
  if (pages === undefined || pages.length === 0) return null;
  return {
    title: formatMessage({ id: 'pages.shown-on.title', defaultMessage: 'Shown on' }),
    content: <ShownOnList pages={pages} />,
  };
};
