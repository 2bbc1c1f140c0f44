import { order, slug } from '#catalogue/fields';
import type { Field, Layout } from '#feature/layout';

/** Returns the field for the URL pattern of a type's entries on the business line's site. */
const createPatternField = (en: string, es: string, placeholder: string): Field => ({
  label: { en: `Addresses of ${en.toLowerCase()}`, es: `Direcciones de ${es.toLowerCase()}` },
  size: 6,
  hint: {
    en: 'A path of the site with {slug}, and {lang} for the language. If it is empty, the setting of the service applies.',
    es: 'Una ruta del sitio con {slug}, y {lang} para el idioma. Si está vacía, se aplica el ajuste del servicio.',
  },
  placeholder,
});

export const vertical: Layout = {
  uid: 'api::vertical.vertical',
  name: { en: 'Business line', es: 'Línea de negocio' },
  title: 'name',
  columns: ['logo', 'name', 'slug', 'currency', 'isDefault'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: { en: 'Name', es: 'Nombre' }, size: 6 },
      slug: {
        ...slug,
        hint: {
          en: 'Sites request their content by this short name. A change leaves a site without content.',
          es: 'Los sitios piden su contenido con este nombre corto. Un cambio deja un sitio sin contenido.',
        },
        placeholder: { en: 'veterinary', es: 'veterinaria' },
      },
    },
    {
      isDefault: {
        label: { en: 'Default', es: 'Por defecto' },
        size: 4,
        hint: {
          en: 'Requests without a business line get this one. Only one line should be the default.',
          es: 'Las peticiones sin línea de negocio reciben esta. Solo una línea debería serlo.',
        },
      },
      defaultLang: {
        label: { en: 'Default language', es: 'Idioma por defecto' },
        size: 4,
        hint: {
          en: 'Visitors who choose no language get this one.',
          es: 'Los visitantes que no eligen idioma reciben este.',
        },
        placeholder: 'es',
      },
    },
    {
      currency: {
        label: { en: 'Currency', es: 'Moneda' },
        size: 6,
        hint: {
          en: 'The currency of every price on its sites. A change does not convert the amounts.',
          es: 'La moneda de todos los precios de sus sitios. Un cambio no convierte los importes.',
        },
      },
    },
    {
      siteAddress: {
        label: { en: 'Web site', es: 'Sitio web' },
        size: 6,
        hint: {
          en: 'Other lines’ sites put it before links to entries that only this line has.',
          es: 'Los sitios de otras líneas lo ponen ante los enlaces a entradas que solo tiene esta línea.',
        },
        placeholder: 'https://medicine.example.com',
      },
    },
    {
      productAddress: createPatternField('Products', 'Productos', '/{lang}/courses/{slug}'),
      channelAddress: createPatternField('Channels', 'Canales', '/{lang}/channels/{slug}'),
    },
    {
      seriesAddress: createPatternField('Series', 'Series', '/{lang}/series/{slug}'),
      episodeAddress: createPatternField('Episodes', 'Episodios', '/{lang}/episodes/{slug}'),
    },
    {
      protagonistAddress: createPatternField(
        'Protagonists',
        'Protagonistas',
        '/{lang}/teachers/{slug}',
      ),
      liveAddress: createPatternField('Lives', 'Directos', '/{lang}/lives/{slug}'),
    },
    {
      logo: { label: { en: 'Logo', es: 'Logotipo' }, size: 6 },
      color: {
        label: { en: 'Colour', es: 'Color' },
        size: 6,
        hint: {
          en: 'The colour of the brand, as six hexadecimal digits.',
          es: 'El color de la marca, con seis cifras hexadecimales.',
        },
        placeholder: '#1A5FB4',
      },
    },
    {
      emailFromName: {
        label: { en: 'Sender of e-mails', es: 'Remitente de los correos' },
        size: 6,
        hint: {
          en: 'The name that people see in their inbox.',
          es: 'El nombre que se ve en la bandeja de entrada.',
        },
      },
      emailFromAddress: {
        label: { en: 'Sender’s address', es: 'Dirección del remitente' },
        size: 6,
        hint: {
          en: 'The e-mail provider must accept it as a sender.',
          es: 'El proveedor de correo tiene que aceptarla como remitente.',
        },
        placeholder: { en: 'hello@example.com', es: 'hola@example.com' },
      },
    },
    {
      emailFooter: {
        label: { en: 'Legal notice of e-mails', es: 'Aviso legal de los correos' },
        hint: {
          en: 'Below every e-mail: who sends it, with address and tax number. Links as [words](https://…).',
          es: 'Al pie de todos los correos: quién los envía, con domicilio y NIF. Enlaces como [palabras](https://…).',
        },
      },
    },
  ],
  sections: [
    {
      from: 'siteAddress',
      heading: { en: 'Web site and addresses', es: 'Sitio web y direcciones' },
    },
    { from: 'logo', heading: { en: 'Brand and e-mails', es: 'Marca y correos' } },
  ],
  hidden: {
    order,
    products: { en: 'Products', es: 'Productos' },
    channels: { en: 'Channels', es: 'Canales' },
    series: { en: 'Series', es: 'Serie' },
    lives: { en: 'Lives', es: 'Directos' },
  },
};
