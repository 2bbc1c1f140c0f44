import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { ShownOnList } from './ShownOnList';
import { useShownOn } from './shown-on';
import { useTexts } from './texts';

/** Beside an entry's form: the published pages that show it. */
export const ShownOnPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const pages = useShownOn(model, documentId === undefined ? [] : [documentId]);
  if (pages === undefined || pages.length === 0) return null;
  return {
    title: text('pages.shown-on.title'),
    content: <ShownOnList pages={pages} />,
  };
};
