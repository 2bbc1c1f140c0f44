import type { Feature } from '../../../feature/feature';
import { registerLinkAddresses } from '../../../delivery/engine';
import { LANGUAGES } from '../../../delivery/invalidation/triggers';
import { LINK_FIELD } from './fields';
import { linkables } from './linkable';
import { linkDefinitions } from './server/definitions';
import { ADDRESS_IN_FUNCTION, VERTICAL } from './server/names';
import { linkSettings } from './settings';

export { LINK_FIELD } from './fields';
export { addressPart, asAddressPart } from './pattern';
export { VERTICAL } from './server/names';
export { linkables, isLinkable, type LinkableUid } from './linkable';
export { addressOn, createSites, type Site } from './server/sites';
export { entriesMeantBy, type EntryMeant } from './server/entries-meant';
export { validateLinks } from './server/guard';
export { createLinkFinder } from './server/stored';
export { findLinked, type LinkedEntry } from './server/entries';

/** Resolves links to entries, and builds the addresses of entries on the sites. */
export const links: Feature = {
  name: 'links',
  folder: __dirname,
  settings: [linkSettings],
  definitions: linkDefinitions,
  register({ strapi }): void {
    registerLinkAddresses(
      { strapi },
      {
        isLink: ({ attributes }, name) => attributes[name]?.customField === LINK_FIELD,
        types: [...linkables.map(({ uid }) => uid), VERTICAL, LANGUAGES],
        resolver: ADDRESS_IN_FUNCTION,
      },
    );
  },
};
