import type { Layout } from '#feature/layout';

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
        hint: {
          en: 'Only the panel and the log show it.',
          es: 'Solo lo muestran el panel y el registro.',
        },
      },
      isOn: {
        label: { en: 'On', es: 'Activo' },
        size: 4,
        hint: {
          en: 'Messages that wait when you turn it off are marked as failed.',
          es: 'Los mensajes en espera se marcan como fallidos cuando lo desactivas.',
        },
      },
    },
    {
      url: {
        label: { en: 'Address', es: 'Dirección' },
        placeholder: 'https://www.example.com/api/revalidate',
        hint: {
          en: 'Messages are posted to this address. Redirects are not followed.',
          es: 'Los mensajes se envían a esta dirección. No se siguen las redirecciones.',
        },
      },
    },
    {
      events: {
        label: { en: 'Events', es: 'Sucesos' },
        hint: {
          en: 'If you choose none, it receives all events of content. Events of customers must be chosen.',
          es: 'Si no eliges ninguno, recibe todos los de contenido. Los de clientes hay que elegirlos.',
        },
      },
    },
    {
      types: {
        label: { en: 'Content types', es: 'Tipos de contenido' },
        hint: {
          en: 'If you choose none, it receives all. Pages show entries of other types, whose changes concern them too.',
          es: 'Si no eliges ninguno, recibe todos. Las páginas muestran entradas de otros tipos, cuyos cambios también les afectan.',
        },
      },
    },
    {
      languages: {
        label: { en: 'Languages', es: 'Idiomas' },
        hint: {
          en: 'If you choose none, it receives all. Changes without a language are always sent.',
          es: 'Si no eliges ninguno, recibe todos. Los cambios sin idioma se envían siempre.',
        },
      },
    },
    {
      verticals: {
        label: { en: 'Business lines', es: 'Líneas de negocio' },
        hint: {
          en: 'If you choose none, it receives all. Changes of entries without a line, such as people, are always sent.',
          es: 'Si no eliges ninguna, recibe todas. Los cambios de entradas sin línea, como las personas, se envían siempre.',
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
    { subject: { label: { en: 'Object', es: 'Objeto' } } },
    {
      state: {
        label: { en: 'State', es: 'Estado' },
        size: 4,
        choices: {
          waiting: { en: 'Waiting', es: 'En espera' },
          delivered: { en: 'Delivered', es: 'Entregado' },
          failed: { en: 'Failed', es: 'Fallido' },
        },
      },
      tries: { label: { en: 'Attempts', es: 'Intentos' }, size: 4 },
      answer: {
        label: { en: 'Response', es: 'Respuesta' },
        size: 4,
        hint: {
          en: 'The HTTP status of the last response; empty if there was none.',
          es: 'El estado HTTP de la última respuesta; vacío si no hubo ninguna.',
        },
      },
    },
    {
      reason: { label: { en: 'Reason of the failure', es: 'Motivo del fallo' }, size: 8 },
      settledAt: { label: { en: 'Settled', es: 'Concluido' }, size: 4 },
    },
    { payload: { label: { en: 'Message', es: 'Mensaje' } } },
  ],
  hidden: {
    endpointId: { en: 'ID of the webhook', es: 'ID del webhook' },
    nextTryMs: { en: 'Next attempt', es: 'Próximo intento' },
  },
};
