import { createPageLayout } from '#catalogue/page-layout';

export const companyPage = createPageLayout(
  'company-page',
  { en: 'Page: Company', es: 'Página: Empresa' },
  [
    {
      header: {
        label: { en: 'Opening', es: 'Apertura' },
        hint: {
          en: 'The first thing people read of the company.',
          es: 'Lo primero que se lee de la empresa.',
        },
      },
    },
    {
      ImpactText: {
        label: { en: 'Statement', es: 'Frase de impacto' },
        hint: { en: 'The sentence that stands out.', es: 'La frase que destaca.' },
      },
    },
    { cardBody: { label: { en: 'Main card', es: 'Tarjeta principal' } } },
    {
      FeatureImage: {
        label: { en: 'Pictures', es: 'Imágenes' },
        hint: { en: 'A gallery, in the order given here.', es: 'Una galería, en este orden.' },
      },
    },
    {
      protagonists: {
        label: { en: 'People', es: 'Personas' },
        hint: {
          en: 'The team members, in the order of the page.',
          es: 'Los miembros del equipo, en el orden de la página.',
        },
      },
    },
  ],
);
