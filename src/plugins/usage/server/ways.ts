import type { WithStrapi } from '../../../platform/with-strapi';
import { modelsOf } from '../../../delivery/plan/model';
import { contentTypesOf } from '../../../platform/strapi/models';
import { LINK_FIELD } from '../../site/links';
import { FILE } from './uids';

/** An attribute of a content type, or of a component. */
type Place = { owner: string; attribute: string };

/** A step from what holds a component down to it. */
type Step = Place & { component: string };

/** How one gets from entries of a type to what they name: down through components, then by an attribute. */
export type Way = { root: string; steps: readonly Step[]; last: Place };

/** Where the texts of an owner get to entries of a type: down through components to its own attributes. */
export type TextWay = { root: string; steps: readonly Step[]; owner: string };

/** What a content type or component holds in words, in which an address can stand. */
export type Texts = { owner: string; attributes: readonly string[] };

/** Strapi's types of them. */
const textual: readonly (string | null)[] = ['string', 'text', 'richtext', 'blocks', 'json'];

/** An attribute of a type under which entries are listed that name it. */
export type Listing = { uid: string; attribute: string; lists: string };

/** Of no interest: Strapi writes them itself. */
const rowAttributes: readonly string[] = ['documentId', 'locale'];

/**
 * Where entries name others, by Strapi's models alone: relations and media of content types and of the
 * components within them, in dynamic zones or not.
 */
export const createWays = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const types = contentTypesOf({ strapi })
    .map(({ uid }) => uid as string)
    .filter((uid) => uid.startsWith('api::') || uid.startsWith('plugin::'))
    // Folders hold files, which are no less there without them.
    .filter((uid) => !uid.startsWith('plugin::upload.'));
  const owners = [...types, ...Object.keys(strapi.components)];

  const placesOf = (wanted: string, kinds: readonly string[]): readonly Place[] =>
    owners.flatMap((owner) =>
      Object.entries(models(owner).attributes).flatMap(([attribute, one]) => {
        const { kind, target, zone, mappedBy } = one;
        const isMeant =
          kinds.includes(kind) &&
          mappedBy === undefined &&
          (kind === 'zone' ? zone.includes(wanted) : target === wanted);
        return isMeant ? [{ owner, attribute }] : [];
      }),
    );

  /** A component that could hold itself is followed once. */
  const waysTo = (last: Place, holder: string, below: readonly Step[] = []): readonly Way[] => {
    if (types.includes(holder)) return [{ root: holder, steps: below, last }];
    if (below.some(({ component }) => component === holder)) return [];
    return placesOf(holder, ['component', 'zone']).flatMap((place) =>
      waysTo(last, place.owner, [{ ...place, component: holder }, ...below]),
    );
  };

  return {
    /** Every way to a link, which may lead to an entry. */
    links: (): readonly Way[] =>
      owners.flatMap((owner) =>
        Object.entries(models(owner).attributes).flatMap(([attribute, { customField }]) =>
          customField === LINK_FIELD ? waysTo({ owner, attribute }, owner) : [],
        ),
      ),

    /** Every way to entries of a type, or to files. */
    to: (uid: string): readonly Way[] =>
      placesOf(uid, uid === FILE ? ['media'] : ['relation']).flatMap((last) =>
        waysTo(last, last.owner),
      ),

    /** Everything that editors write into entries, by who holds it. */
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

    /** Every way to an owner's texts. */
    toTexts: ({ owner, attributes: [attribute = ''] }: Texts): readonly TextWay[] =>
      waysTo({ owner, attribute }, owner)
        .filter(({ root }) => root.startsWith('api::'))
        .map(({ root, steps }) => ({ root, steps, owner })),

    /** Where entries of a type are listed because they name it. */
    listing: (uid: string): readonly Listing[] =>
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
