import type { Layout } from '#feature/layout';

export const liveComponents: readonly Layout[] = [
  {
    uid: 'live.type-of-live',
    title: 'typeLive',
    rows: [
      {
        typeLive: { label: { en: 'Platform', es: 'Plataforma' }, size: 6 },
        startDate: {
          label: { en: 'Start', es: 'Comienzo' },
          size: 6,
          hint: {
            en: 'Date and time in the time zone that the field names.',
            es: 'Fecha y hora en la zona horaria que indica el campo.',
          },
        },
      },
      {
        iframeCode: {
          label: { en: 'Code to embed', es: 'Código para incrustar' },
          hint: {
            en: 'The platform gives it for showing the video on other sites.',
            es: 'Lo da la plataforma para mostrar el vídeo en otros sitios.',
          },
          placeholder: '<iframe …></iframe>',
        },
      },
    ],
  },
  {
    uid: 'live.program',
    title: 'title',
    rows: [
      {
        title: {
          label: { en: 'Title', es: 'Título' },
          size: 12,
          placeholder: { en: 'Morning', es: 'Mañana' },
        },
      },
      {
        row: {
          label: { en: 'Items', es: 'Puntos' },
          hint: {
            en: 'In the order in which they take place.',
            es: 'En el orden en que tienen lugar.',
          },
        },
      },
    ],
  },
  {
    uid: 'live.row',
    title: 'hour',
    rows: [
      {
        hour: {
          label: { en: 'Time', es: 'Hora' },
          size: 3,
          hint: {
            en: 'Hours and minutes, in the time zone of the start.',
            es: 'Horas y minutos, en la zona horaria del comienzo.',
          },
          placeholder: '09:30',
        },
        about: { label: { en: 'Topic', es: 'Tema' }, size: 9 },
      },
      {
        protagonists: {
          label: { en: 'Protagonists', es: 'Protagonistas' },
          hint: { en: 'The speakers.', es: 'Los ponentes.' },
        },
      },
    ],
  },
];
