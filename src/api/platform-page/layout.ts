import { createPageLayout } from '#catalogue/page-layout';

export const platformPage = createPageLayout(
  'platform-page',
  { en: 'Page: Platform', es: 'Página: Plataforma' },
  [
    {
      header: {
        label: { en: 'Opening', es: 'Apertura' },
        hint: {
          en: 'The first thing people read of the platform.',
          es: 'Lo primero que se lee de la plataforma.',
        },
      },
    },
    {
      middleTitle: {
        label: { en: 'Heading of the middle', es: 'Título central' },
        hint: { en: 'Shown above the sections.', es: 'Se muestra encima de las secciones.' },
      },
    },
    {
      body: {
        label: { en: 'Sections', es: 'Secciones' },
        hint: {
          en: 'One section for each service of the platform.',
          es: 'Una sección por cada servicio de la plataforma.',
        },
      },
    },
  ],
);
