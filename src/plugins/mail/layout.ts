import type { Layout } from '../../feature/layout';
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
          en: 'On what occasion it is sent. The same in every language; readers get it when each language is published.',
          es: 'En qué ocasión se envía. La misma en todos los idiomas; cada idioma la aplica cuando se publica.',
        },
        choices: kindNames,
      },
      vertical: {
        label: { en: 'Business line', es: 'Línea de negocio' },
        size: 6,
        hint: {
          en: 'Whose students get it. Without one, those of every business line that has none of its own.',
          es: 'Qué alumnos lo reciben. Sin ninguna, los de toda línea de negocio que no tenga el suyo.',
        },
      },
    },
    {
      subject: {
        label: { en: 'Subject', es: 'Asunto' },
        hint: {
          en: '{{ name }}, {{ email }} and {{ vertical }} stand for the student’s and the business line’s.',
          es: '{{ name }}, {{ email }} y {{ vertical }} son el nombre y el correo del alumno y la línea de negocio.',
        },
      },
    },
    {
      preheader: {
        label: { en: 'Preview line', es: 'Línea de vista previa' },
        hint: {
          en: 'What the inbox shows beside the subject.',
          es: 'Lo que la bandeja de entrada muestra junto al asunto.',
        },
      },
    },
    {
      body: {
        label: { en: 'Text', es: 'Texto' },
        hint: {
          en: 'The e-mails with a code must name {{ code }}, and may name {{ minutes }}; those that confirm an address may name {{ confirmUrl }} and {{ days }}; the one after a purchase {{ product }}, {{ amount }} and {{ order }}; the one after a failed renewal {{ product }}, {{ until }} and {{ order }}.',
          es: 'Los correos con un código tienen que nombrar {{ code }} y pueden nombrar {{ minutes }}; los que confirman una dirección pueden nombrar {{ confirmUrl }} y {{ days }}; el de una compra, {{ product }}, {{ amount }} y {{ order }}; el de una renovación fallida, {{ product }}, {{ until }} y {{ order }}.',
        },
      },
    },
  ],
};
