import type { Field, Layout, Row } from '../../feature/layout';

const link: Field = {
  label: 'Link',
  size: 6,
  hint: 'Where a click leads: a whole address, or the part after the site’s name.',
  placeholder: '/courses/clinical-cardiology',
};

const picture: Row = {
  backgroundMedia: { label: 'Picture or video', size: 6, hint: 'Fills the whole width.' },
  icon: { label: 'Icon', size: 6, hint: 'Small, beside the text.' },
};

const slideRows: readonly Row[] = [
  { description: { label: 'Text', size: 6, hint: 'A line, over the picture.' }, link },
  picture,
];

export const pageComponents: readonly Layout[] = [
  { uid: 'page.slide', title: 'description', rows: slideRows },
  { uid: 'page.banner', title: 'description', rows: slideRows },
  {
    uid: 'page.course-list',
    title: 'title',
    rows: [
      {
        title: { label: 'Title', size: 6 },
        category: { label: 'Category', size: 6, hint: 'The subject that the shelf stands for.' },
      },
      {
        products: {
          label: 'Products',
          hint: 'In the order in which they are shown; search by title or SKU.',
        },
      },
    ],
  },
  {
    uid: 'page.plan-type',
    title: 'title',
    rows: [
      { title: { label: 'Name of the plan', size: 6 } },
      { description: { label: 'What it includes' } },
    ],
  },
  {
    uid: 'page.team-member',
    title: 'name',
    rows: [
      {
        name: { label: 'Name', size: 6 },
        workPosition: { label: 'Job title', size: 6, placeholder: 'Head of Studies' },
      },
      { cv: { label: 'About them', hint: 'A few lines.' } },
      {
        image: { label: 'Portraits', size: 6 },
        link: { ...link, hint: 'To their profile, for example.' },
      },
    ],
  },
  {
    uid: 'page.text-image',
    title: 'title',
    rows: [
      { title: { label: 'Title' } },
      {
        description: { label: 'Text', size: 6 },
        image: { label: 'Picture', size: 6 },
      },
    ],
  },
];
