import { useEffect } from 'react';
import { improveTextEditors, mergeTabStops } from '../../../../platform/strapi/admin/tab-stops';

/** Makes the text editors of a form accessible, and its Tab stops few, while it is open. */
export const TextEditors = () => {
  useEffect(improveTextEditors, []);
  useEffect(mergeTabStops, []);
  return null;
};
