import type { Layout } from '#feature/layout';
import { kindNames } from './kind-names';

export const emailTemplate: Layout = {
  uid: 'api::email-template.email-template',
  name: { en: 'E-mail template', es: 'Plantilla de correo' },
  title: 'subject',
  columns: ['subject', 'kind', 'vertical', 'updatedAt'],
  sort: { by: 'kind', order: 'ASC' },
  rows: [
    {
      kind: {
        label: { en: 'Kind', es: 'Clase' },
        size: 6,
        hint: {
          en: 'The event after which it is sent. All languages share it; each applies it when it is published.',
          es: 'El suceso tras el que se envía. Todos los idiomas lo comparten; cada uno lo aplica cuando se publica.',
        },
        choices: kindNames,
      },
      vertical: {
        label: { en: 'Business line', es: 'Línea de negocio' },
        size: 6,
        hint: {
          en: 'Students of this line get it. Without a line, students of all lines without a template of their own get it.',
          es: 'Lo reciben los alumnos de esta línea. Sin línea, los de todas las líneas sin plantilla propia.',
        },
      },
    },
    {
      subject: {
        label: { en: 'Subject', es: 'Asunto' },
        hint: {
          en: '{{ name }} and {{ email }} are the student’s; {{ vertical }} is the name of the business line.',
          es: '{{ name }} y {{ email }} son los del alumno; {{ vertical }} es el nombre de la línea de negocio.',
        },
      },
    },
    {
      preheader: {
        label: { en: 'Preview line', es: 'Línea de vista previa' },
        hint: {
          en: 'Inboxes show it beside the subject.',
          es: 'La bandeja de entrada la muestra junto al asunto.',
        },
      },
    },
    {
      body: {
        label: { en: 'Text', es: 'Texto' },
        hint: {
          en: 'E-mails with a code must name {{ code }}, and may name {{ minutes }}. Confirmations may name {{ confirmUrl }} and {{ days }}. Purchases may name {{ product }}, {{ amount }} and {{ order }}, failed payments {{ product }}, {{ until }} and {{ order }}.',
          es: 'Los correos con un código tienen que nombrar {{ code }} y pueden nombrar {{ minutes }}. Los de confirmación pueden nombrar {{ confirmUrl }} y {{ days }}. Los de compra pueden nombrar {{ product }}, {{ amount }} y {{ order }}; los de pago fallido, {{ product }}, {{ until }} y {{ order }}.',
        },
      },
    },
  ],
};
