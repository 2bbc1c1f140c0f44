import type { Feature } from '#feature/feature';
import { linkTo, REFERENCE_PREFIX } from '#feature/link-reference';
import { registerLinkAddresses } from '#delivery/engine';
import { LANGUAGES } from '#delivery/plan/model';
import { LINK_FIELD } from '#catalogue/links/link-fields';
import { linkables } from '#catalogue/links/linkables';
import { linkDefinitions, ADDRESS_IN_FUNCTION } from './server/definitions';
import { findLinked } from './server/entries';
import { linkSettings } from './settings';
import { BUSINESS_LINE } from '#catalogue/business-line';

export { formatAddressPart, asAddressPart } from './pattern';
export { buildEntryAddress, createSites, type Site } from './server/sites';
export { guessEntries, type GuessedEntry } from './server/sites';
export { validateLinks } from './server/guard';
export { createLinkFinder } from './server/stored-links';

/** Resolves links to entries, and builds the addresses of entries on the sites. */
export const links: Feature = {
  name: 'links',
  folder: __dirname,
  settings: [linkSettings],
  definitions: linkDefinitions,
  findLinked,
  register({ strapi }): void {
    registerLinkAddresses(
      { strapi },
      {
        isLink: ({ attributes }, name) => attributes[name]?.customField === LINK_FIELD,
        prefixOf: (uid) => (uid === undefined ? REFERENCE_PREFIX : linkTo({ uid, documentId: '' })),
        types: [...linkables.map(({ uid }) => uid), BUSINESS_LINE, LANGUAGES],
        resolver: ADDRESS_IN_FUNCTION,
      },
    );
  },
};
