import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createModelLookup, MEDIA_UID } from '#delivery/plan/model';
import { listComponentUids, listContentTypes } from '#platform/strapi/models';
import { LINK_FIELD } from '../links/link-fields';

type OwnedAttribute = { owner: string; attribute: string };

/** A step from an owner down to its component. */
type Step = OwnedAttribute & { component: string };

/**
 * A reference path from entries of a type to the entries that they reference: down through
 * components, then by an attribute.
 */
export type ReferencePath = { root: string; steps: readonly Step[]; last: OwnedAttribute };

/**
 * A path from entries of a type to the texts of an owner: down through components to its own
 * attributes.
 */
export type TextPath = { root: string; steps: readonly Step[]; owner: string };

/** Text attributes of a content type or component, in which a URL can appear. */
export type Texts = { owner: string; attributes: readonly string[] };

/** Strapi's types for text attributes. */
const textual: readonly (string | null)[] = ['string', 'text', 'richtext', 'blocks', 'json'];

/** An attribute of a type that lists the entries referencing it. */
export type ListingRelation = { uid: string; attribute: string; lists: string };

/** Excluded, because Strapi writes these attributes itself. */
const rowAttributes: readonly string[] = ['documentId', 'locale'];

/**
 * Finds the reference paths between entries, from Strapi's models alone. It covers relations and
 * media of content types and of their components, in dynamic zones or not.
 */
export const createReferencePaths = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const types = listContentTypes({ strapi })
    .map(({ uid }) => uid as string)
    .filter((uid) => uid.startsWith('api::') || uid.startsWith('plugin::'))
    // Folders contain files, but a deleted file leaves no gap in them.
    .filter((uid) => !uid.startsWith('plugin::upload.'));
  const owners = [...types, ...listComponentUids({ strapi })];

  const findReferencingAttributes = (
    searchedUid: string,
    kinds: readonly string[],
  ): readonly OwnedAttribute[] =>
    owners.flatMap((owner) =>
      Object.entries(models(owner).attributes).flatMap(
        ([attribute, { kind, target, zone, mappedBy }]) => {
          const isMeant =
            kinds.includes(kind) &&
            mappedBy === undefined &&
            (kind === 'zone' ? zone.includes(searchedUid) : target === searchedUid);
          return isMeant ? [{ owner, attribute }] : [];
        },
      ),
    );

  /** Recursion ends at a component that contains itself. */
  const findPaths = (
    last: OwnedAttribute,
    holder: string,
    below: readonly Step[] = [],
  ): readonly ReferencePath[] => {
    if (types.includes(holder)) return [{ root: holder, steps: below, last }];
    if (below.some(({ component }) => component === holder)) return [];
    return findReferencingAttributes(holder, ['component', 'zone']).flatMap((place) =>
      findPaths(last, place.owner, [{ ...place, component: holder }, ...below]),
    );
  };

  return {
    /** Returns every path to a link, which may lead to an entry. */
    links: (): readonly ReferencePath[] =>
      owners.flatMap((owner) =>
        Object.entries(models(owner).attributes).flatMap(([attribute, { customField }]) =>
          customField === LINK_FIELD ? findPaths({ owner, attribute }, owner) : [],
        ),
      ),

    /** Returns every path to entries of a type, or to files. */
    to: (uid: string): readonly ReferencePath[] =>
      findReferencingAttributes(uid, uid === MEDIA_UID ? ['media'] : ['relation']).flatMap((last) =>
        findPaths(last, last.owner),
      ),

    /** Returns all text attributes that editors fill in, by owner. */
    texts: (): readonly Texts[] =>
      owners
        .filter((owner) => owner.startsWith('api::') || !types.includes(owner))
        .map((owner) => ({
          owner,
          attributes: Object.entries(models(owner).attributes)
            .filter(([name, { kind, type }]) => {
              const isOwn = !rowAttributes.includes(name);
              return isOwn && kind === 'value' && textual.includes(type);
            })
            .map(([name]) => name),
        }))
        .filter(({ attributes }) => attributes.length > 0),

    toTexts: ({ owner, attributes: [attribute = ''] }: Texts): readonly TextPath[] =>
      findPaths({ owner, attribute }, owner)
        .filter(({ root }) => root.startsWith('api::'))
        .map(({ root, steps }) => ({ root, steps, owner })),

    /** Returns the attributes that list entries of a type because they reference it. */
    listing: (uid: string): readonly ListingRelation[] =>
      Object.entries(models(uid).attributes).flatMap(([attribute, { kind, target, mappedBy }]) => {
        if (kind !== 'relation' || target === undefined || mappedBy !== undefined) return [];
        return Object.entries(models(target).attributes).flatMap(([lists, other]) =>
          other.kind === 'relation' && other.target === uid && other.mappedBy === attribute
            ? [{ uid: target, attribute, lists }]
            : [],
        );
      }),
  };
};
