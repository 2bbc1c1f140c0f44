import { useEffect } from 'react';
import { improveTextEditors } from '../../../../platform/strapi/admin/text-editors';

/** Makes the text editors of a form accessible while it is open. */
export const TextEditors = () => {
  useEffect(improveTextEditors, []);
  return null;
};
