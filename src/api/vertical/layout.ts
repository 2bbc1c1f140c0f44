import { order, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const vertical: Layout = {
  uid: 'api::vertical.vertical',
  name: { en: 'Business line', es: 'Línea de negocio' },
  title: 'name',
  columns: ['logo', 'name', 'slug', 'currency', 'isDefault', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: { en: 'Name', es: 'Nombre' }, size: 6 },
      slug: {
        ...slug,
        hint: {
          en: 'The short name by which the sites ask for their content. Changing it takes a site’s content away.',
          es: 'El nombre corto con el que los sitios piden su contenido. Cambiarlo deja un sitio sin contenido.',
        },
        placeholder: 'veterinary',
      },
    },
    {
      isDefault: {
        label: { en: 'Default', es: 'Por defecto' },
        size: 4,
        hint: {
          en: 'Used where nobody says which business line is meant. Only one should be.',
          es: 'Se usa donde nadie dice de qué línea se trata. Solo debería haber una.',
        },
      },
      defaultLang: {
        label: { en: 'Default language', es: 'Idioma por defecto' },
        size: 4,
        hint: {
          en: 'The language of those who do not choose one.',
          es: 'El idioma de quien no elige ninguno.',
        },
        placeholder: 'es',
      },
      order: { ...order, size: 4 },
    },
    {
      currency: {
        label: { en: 'Currency', es: 'Moneda' },
        size: 6,
        hint: {
          en: 'Of every price on its sites. Changing it converts nothing: the numbers stay as they are.',
          es: 'La de todos los precios de sus sitios. Cambiarla no convierte nada: las cifras quedan como están.',
        },
      },
    },
    {
      logo: { label: { en: 'Logo', es: 'Logotipo' }, size: 6 },
      color: {
        label: { en: 'Colour', es: 'Color' },
        size: 6,
        hint: {
          en: 'Of the brand, as six hexadecimal digits.',
          es: 'El de la marca, con seis cifras hexadecimales.',
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
          en: 'The e-mail provider must know it as ours.',
          es: 'El proveedor de correo tiene que conocerla como nuestra.',
        },
        placeholder: 'hello@example.com',
      },
    },
  ],
  hidden: {
    products: { en: 'Products', es: 'Productos' },
    channels: { en: 'Channels', es: 'Canales' },
    series: { en: 'Series', es: 'Serie' },
    lives: { en: 'Lives', es: 'Directos' },
  },
};
