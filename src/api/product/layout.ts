import {
  categories,
  channels,
  greenTag,
  order,
  protagonists,
  seo,
  slug,
  verticals,
} from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const product: Layout = {
  uid: 'api::product.product',
  title: 'title',
  shownAs: 'label',
  columns: ['title', 'SKU', 'type', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    // What it is
    {
      title: { label: 'Title', size: 8, hint: 'The name under which it is sold.' },
      type: {
        label: 'Type',
        size: 4,
        hint: 'Decides in which list it appears: books, courses or masters. Without a type, only in the list of everything.',
      },
    },
    {
      slug: { ...slug, placeholder: 'clinical-cardiology' },
      SKU: {
        label: 'SKU',
        size: 3,
        hint: 'Our own code, the same in every language: capitals, digits, dots and hyphens.',
        placeholder: 'VET-PL-001',
      },
      order,
    },
    // Where it belongs
    { verticals, categories },
    { protagonists, channels },
    // How it looks on cards and lists
    {
      cardImage: {
        label: 'Card picture',
        size: 6,
        hint: 'On cards and in lists; a book’s cover, for example.',
      },
      mediaHeader: {
        label: 'Opening picture or video',
        size: 6,
        hint: 'Across the top of the product’s own page.',
      },
    },
    { greenTag },
    // What it costs and how it is sold
    {
      fullPrice: { label: 'Full price', size: 4, hint: 'Before any discount.' },
      tuitionPrice: { label: 'Price to pay', size: 4, hint: 'After discount, or for enrolment.' },
      instalmentsPrice: { label: 'Price of an instalment', size: 4 },
    },
    {
      purchaseType: {
        label: 'Way of paying',
        size: 4,
        hint: 'Once, by subscription or in instalments.',
      },
      payID: {
        label: 'Payment product',
        size: 4,
        hint: 'The product’s identifier at the payment provider.',
        placeholder: 'prod_…',
      },
      payCrm: {
        label: 'Payment account',
        size: 4,
        hint: 'The account that receives the money.',
        placeholder: 'main',
      },
    },
    {
      limitedPlaces: { label: 'Places are limited', size: 4 },
      numberLimitedPlaces: { label: 'Number of places', size: 4 },
      isSoon: { label: 'Coming soon', size: 4, hint: 'It is announced but not sold yet.' },
    },
    // Details of a course or a book
    {
      acronym: {
        label: 'Acronym',
        size: 6,
        hint: 'The short name people use.',
        placeholder: 'MPA',
      },
      presencialType: {
        label: 'Kind of in-person course',
        size: 6,
        hint: 'For courses that take place in person.',
        placeholder: 'Hands-on workshop',
      },
    },
    {
      header: {
        label: 'Academic data',
        hint: 'For courses and masters: duration, level, credits, start.',
      },
    },
    { bookDetails: { label: 'Book details', hint: 'For books: author, edition, ISBN, contents.' } },
    // Texts of its page
    { presentation: { label: 'Presentation', hint: 'What it is and why it is worth taking.' } },
    { objectives: { label: 'Objectives', hint: 'What one is able to do afterwards.' } },
    { directed: { label: 'Who it is for' } },
    { subjectData: { label: 'Subjects', hint: 'The subjects it covers, in a few lines.' } },
    { syllabus: { label: 'Syllabus', hint: 'The complete programme, module by module.' } },
    {
      contract: {
        label: 'Terms of enrolment',
        hint: 'The text that students accept when they buy.',
      },
    },
    {
      enrolButton: {
        label: 'Text of the buying button',
        size: 6,
        placeholder: 'Book your place',
      },
      formButton: {
        label: 'Text of the enquiry button',
        size: 6,
        placeholder: 'Ask for information',
      },
    },
    {
      hasLaabConnection: {
        label: 'Connected with Laab',
        hint: 'Shows the text and the link below.',
      },
    },
    { laabConnection: { label: 'Laab connection' } },
    { seo },
  ],
  hidden: { label: 'Title and SKU' },
};
