import type { Feature } from '#feature/feature';
import { watchRelations } from './server/watch-relations';

/**
 * Labels relations, so that entries of one name can be told apart, and filters them by business line.
 */
export const relationPicker: Feature = {
  name: 'relation-picker',
  folder: __dirname,
  register: watchRelations,
};
