import { makeRelease, RELEASE, type Release } from './release';

export const PRODUCT = 'api::product.product';
export const SPONSOR = 'api::sponsor.sponsor';
export const HOME = 'api::home-page.home-page';

const localized = { pluginOptions: { i18n: { localized: true } } };

/** Creates a release after the current one, with additions to every part of a model. */
export const makeNewerRelease = (): Release =>
  makeRelease(RELEASE + 1, ({ schema, write }) => {
    write(
      'api/sponsor/content-types/sponsor/schema.json',
      JSON.stringify({
        kind: 'collectionType',
        collectionName: 'sponsors',
        info: { singularName: 'sponsor', pluralName: 'sponsors', displayName: 'Sponsor' },
        options: { draftAndPublish: true },
        attributes: {
          name: { type: 'string', required: true },
          website: { type: 'customField', customField: 'plugin::links.link' },
          products: {
            type: 'relation',
            relation: 'manyToMany',
            target: PRODUCT,
            mappedBy: 'sponsors',
          },
          favourite: { type: 'relation', relation: 'oneToOne', target: PRODUCT },
        },
      }),
    );
    for (const [part, make] of [
      ['controllers', 'createCoreController'],
      ['services', 'createCoreService'],
      ['routes', 'createCoreRouter'],
    ]) {
      write(
        `api/sponsor/${part}/sponsor.js`,
        `module.exports = require('@strapi/strapi').factories.${make}('${SPONSOR}');`,
      );
    }
    write(
      'components/product/appendix.json',
      JSON.stringify({
        collectionName: 'components_product_appendices',
        info: { displayName: 'Appendix' },
        options: {},
        attributes: {
          text: { type: 'string', required: true },
          picture: { type: 'media', multiple: false, allowedTypes: ['images'] },
        },
      }),
    );
    write(
      'components/home/note-home.json',
      JSON.stringify({
        collectionName: 'components_home_note_home',
        info: { displayName: 'Note' },
        options: {},
        attributes: { text: { type: 'string' } },
      }),
    );
    schema('api/product/content-types/product/schema.json', ({ attributes }) => {
      Object.assign(attributes, {
        edition: { type: 'string', required: true, ...localized },
        plan: { type: 'media', multiple: false, allowedTypes: ['images'], ...localized },
        appendices: {
          type: 'component',
          component: 'product.appendix',
          repeatable: true,
          ...localized,
        },
        sponsors: {
          type: 'relation',
          relation: 'manyToMany',
          target: SPONSOR,
          inversedBy: 'products',
        },
      });
    });
    schema('api/category/content-types/category/schema.json', ({ attributes }) => {
      Object.assign(attributes.name as object, { type: 'text' });
    });
    schema('components/product/header.json', ({ attributes }) => {
      attributes.remark = { type: 'string' };
    });
    schema('api/home-page/content-types/home-page/schema.json', ({ attributes }) => {
      (attributes.contents as { components: string[] }).components.push('home.note-home');
    });
  });
