import type { Layout } from '../../../feature/layout';

export const webhookEndpoint: Layout = {
  uid: 'plugin::webhooks.endpoint',
  name: { en: 'Webhook', es: 'Webhook' },
  title: 'name',
  columns: ['name', 'url', 'isOn', 'updatedAt'],
  sort: { by: 'name', order: 'ASC' },
  rows: [
    {
      name: {
        label: { en: 'Name', es: 'Nombre' },
        size: 8,
        hint: { en: 'For yourselves.', es: 'Para vosotros.' },
      },
      isOn: {
        label: { en: 'On', es: 'Activo' },
        size: 4,
        hint: {
          en: 'What waits when it is switched off is given up.',
          es: 'Lo que espera cuando se desactiva ya no se envía.',
        },
      },
    },
    {
      url: {
        label: { en: 'Address', es: 'Dirección' },
        placeholder: 'https://www.example.com/api/revalidate',
        hint: {
          en: 'Where messages are posted to. Redirects are not followed.',
          es: 'Adonde se envían los mensajes. No se siguen las redirecciones.',
        },
      },
    },
    {
      events: {
        label: { en: 'Events', es: 'Sucesos' },
        hint: {
          en: 'None chosen: all about content. What is about customers has to be chosen.',
          es: 'Sin elegir ninguno: todos los de contenido. Los que tratan de clientes hay que elegirlos.',
        },
      },
    },
    {
      types: {
        label: { en: 'Content types', es: 'Tipos de contenido' },
        hint: {
          en: 'None chosen: all of them. Pages show entries of other types, whose changes concern them too.',
          es: 'Sin elegir ninguno: todos. Las páginas muestran entradas de otros tipos, cuyos cambios también les afectan.',
        },
      },
    },
    {
      languages: {
        label: { en: 'Languages', es: 'Idiomas' },
        hint: {
          en: 'None chosen: all of them. What has no language is always told of.',
          es: 'Sin elegir ninguno: todos. De lo que no tiene idioma se avisa siempre.',
        },
      },
    },
    {
      verticals: {
        label: { en: 'Business lines', es: 'Líneas de negocio' },
        hint: {
          en: 'None chosen: all of them. What belongs to no line, such as people, is always told of.',
          es: 'Sin elegir ninguna: todas. De lo que no pertenece a ninguna, como las personas, se avisa siempre.',
        },
      },
    },
  ],
};

/** Layout of deliveries, which users can only read. */
export const webhookDelivery: Layout = {
  uid: 'plugin::webhooks.delivery',
  name: { en: 'Webhook delivery', es: 'Envío de webhook' },
  title: 'event',
  columns: ['createdAt', 'state', 'endpointName', 'event', 'subject', 'answer', 'tries'],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      event: { label: { en: 'Event', es: 'Suceso' }, size: 6 },
      endpointName: { label: { en: 'Webhook', es: 'Webhook' }, size: 6 },
    },
    { subject: { label: { en: 'About', es: 'Sobre' } } },
    {
      state: {
        label: { en: 'State', es: 'Estado' },
        size: 4,
        choices: {
          waiting: { en: 'Waiting', es: 'En espera' },
          delivered: { en: 'Delivered', es: 'Entregado' },
          failed: { en: 'Given up', es: 'Sin más intentos' },
        },
      },
      tries: { label: { en: 'Tries', es: 'Intentos' }, size: 4 },
      answer: {
        label: { en: 'Answer', es: 'Respuesta' },
        size: 4,
        hint: {
          en: 'The status of the last one; empty where there was none.',
          es: 'El estado de la última; vacío si no hubo ninguna.',
        },
      },
    },
    {
      reason: { label: { en: 'Why not', es: 'Por qué no' }, size: 8 },
      settledAt: { label: { en: 'Settled', es: 'Concluido' }, size: 4 },
    },
    { payload: { label: { en: 'Message', es: 'Mensaje' } } },
  ],
  hidden: {
    endpointId: { en: 'ID of the webhook', es: 'ID del webhook' },
    nextTryMs: { en: 'Next try', es: 'Próximo intento' },
  },
};
