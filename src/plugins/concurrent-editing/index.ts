import type { Feature } from '../../feature/feature';
import { editingDefinitions } from './server/definitions';
import { registerEntityTags } from './server/entity-tags';
import { guardVersions } from './server/versions/guard';

export { keptTypingOf } from './server/typed';

/** Two people at one entry: nobody overwrites another unseen, and no typing is lost. */
export const concurrentEditing: Feature = {
  name: 'concurrent-editing',
  isPlugin: true,
  definitions: editingDefinitions,
  register({ strapi }): void {
    guardVersions({ strapi });
    registerEntityTags({ strapi });
  },
};
