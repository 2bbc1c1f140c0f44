import { channels, greenTag, order, protagonists, slug, texts } from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const live: Layout = {
  uid: 'api::live.live',
  name: { en: 'Live', es: 'Directo' },
  title: 'title',
  columns: ['image', 'title', 'vertical', 'typeOfLive'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    { title: { label: { en: 'Title', es: 'Título' } } },
    {
      slug: { ...slug, placeholder: { en: 'emergencies-at-night', es: 'urgencias-nocturnas' } },
      vertical: {
        label: { en: 'Business line', es: 'Línea de negocio' },
        size: 6,
        hint: { en: 'The site that shows it.', es: 'El sitio que lo muestra.' },
      },
    },
    {
      image: {
        label: { en: 'Picture', es: 'Imagen' },
        hint: {
          en: 'On cards and at the top of its page.',
          es: 'En tarjetas y en lo alto de su página.',
        },
      },
    },
    {
      typeOfLive: {
        label: { en: 'Broadcast', es: 'Emisión' },
        hint: {
          en: 'The date, the time and the platform.',
          es: 'La fecha, la hora y la plataforma.',
        },
      },
    },
    {
      program: {
        label: { en: 'Programme', es: 'Programa' },
        hint: {
          en: 'Part by part, with the time and topic of each item.',
          es: 'Parte a parte, con la hora y el tema de cada punto.',
        },
      },
    },
    { protagonists, channels },
    { greenTag },
    {
      type: {
        label: { en: 'Kind', es: 'Clase' },
        size: 6,
        hint: { en: 'A word for the kind of session.', es: 'Una palabra para la clase de sesión.' },
        placeholder: 'Webinar',
      },
      closeRoom: {
        label: { en: 'Message of the closed room', es: 'Mensaje de sala cerrada' },
        size: 6,
        hint: {
          en: 'Visitors read it while the room is closed.',
          es: 'Los visitantes lo leen mientras la sala está cerrada.',
        },
      },
    },
    {
      ondemandTitle: {
        label: { en: 'Title of the recording', es: 'Título de la grabación' },
        size: 6,
        hint: {
          en: 'Shown to visitors who watch the recording.',
          es: 'Se muestra a quien ve la grabación.',
        },
      },
      ondemandUrlM3u8: {
        label: { en: 'Address of the recording', es: 'Dirección de la grabación' },
        size: 6,
        hint: {
          en: 'The address of the stream, which ends in .m3u8.',
          es: 'La dirección de la emisión, que termina en .m3u8.',
        },
        placeholder: {
          en: 'https://video.example.com/welcome.m3u8',
          es: 'https://video.example.com/bienvenida.m3u8',
        },
      },
    },
    {
      extCertificate: {
        label: { en: 'Certificate', es: 'Certificado' },
        size: 6,
        hint: {
          en: 'The name or the credits of the certificate of attendance.',
          es: 'El nombre o los créditos del certificado de asistencia.',
        },
      },
    },
    { texts },
  ],
  hidden: { order },
};
