import type { Feature } from '../../feature/feature';
import { entryHandlersOf } from '../../strapi/entry-handlers';
import { editingDefinitions } from './server/definitions';
import { registerEntityTags } from './server/entity-tags';
import { watchCreations } from './server/repeated-creation';
import { guardVersions } from './server/versions/guard';

export { keptTypingOf } from './server/typed';

/** Two people at one entry: nobody overwrites another unseen, and no typing is lost. */
export const concurrentEditing: Feature = {
  name: 'concurrent-editing',
  isPlugin: true,
  definitions: editingDefinitions,
  register({ strapi }): void {
    guardVersions({ strapi });
    watchCreations({ strapi });
    registerEntityTags({ strapi });
  },
  bootstrap(context): void {
    // Where Strapi's are others now, that is known at the start, not when an answer is lost.
    entryHandlersOf(context);
  },
};
