import { useEffect } from 'react';
import { mergeTabStops } from '../../../../platform/strapi/admin/tab-stops';
import { improveTextEditors } from '../../../../platform/strapi/admin/text-editors';

/** Makes the text editors of a form accessible, and its Tab stops few, while it is open. */
export const TextEditors = () => {
  useEffect(improveTextEditors, []);
  useEffect(mergeTabStops, []);
  return null;
};
