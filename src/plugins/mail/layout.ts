import type { Layout } from '../../feature/layout';

export const emailTemplate: Layout = {
  uid: 'api::email-template.email-template',
  title: 'subject',
  columns: ['subject', 'kind', 'vertical', 'updatedAt'],
  sort: { by: 'kind', order: 'ASC' },
  rows: [
    {
      kind: {
        label: 'Kind',
        size: 6,
        hint: 'On what occasion it is sent. The same in every language.',
      },
      vertical: {
        label: 'Business line',
        size: 6,
        hint: 'Whose students get it. Without one, those of every business line that has none of its own.',
      },
    },
    {
      subject: {
        label: 'Subject',
        hint: '{{ name }}, {{ email }} and {{ vertical }} stand for the student’s and the business line’s.',
      },
    },
    {
      preheader: {
        label: 'Preview line',
        hint: 'What the inbox shows beside the subject.',
      },
    },
    {
      body: {
        label: 'Text',
        hint: 'The e-mails with a code must name {{ code }}, and may name {{ minutes }}; those that confirm an address may name {{ confirmUrl }} and {{ days }}.',
      },
    },
  ],
};
