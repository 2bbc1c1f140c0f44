import { defineErrors } from '../../../http/errors';

/** What whoever uploads a file is told when it cannot be taken; the file's name is put behind. */
export const uploadErrors = defineErrors({
  FILE_EMPTY: {
    status: 400,
    message: {
      en: 'This file is empty.',
      es: 'Este archivo está vacío.',
    },
  },
  FILE_TYPE_NOT_ALLOWED: {
    status: 400,
    message: {
      en: 'Only pictures (JPEG, PNG, WebP, AVIF, GIF, TIFF), video, audio, PDF and subtitles (.vtt, .srt) can be uploaded. Vector graphics have to be exported as PNG or WebP.',
      es: 'Solo se pueden subir imágenes (JPEG, PNG, WebP, AVIF, GIF, TIFF), vídeo, audio, PDF y subtítulos (.vtt, .srt). Los gráficos vectoriales hay que exportarlos como PNG o WebP.',
    },
  },
  FILE_UNREADABLE: {
    status: 400,
    message: {
      en: 'This file is damaged: its parts cannot be read. Export it again.',
      es: 'Este archivo está dañado: no se pueden leer sus partes. Expórtalo de nuevo.',
    },
  },
  IMAGE_UNREADABLE: {
    status: 400,
    message: {
      en: 'This picture is damaged, or of a kind that cannot be read here, as HEIC. Save it again as JPEG, PNG or WebP.',
      es: 'Esta imagen está dañada o es de un tipo que aquí no se puede leer, como HEIC. Guárdala de nuevo como JPEG, PNG o WebP.',
    },
  },
  IMAGE_TOO_LARGE: {
    status: 400,
    message: {
      en: 'This picture has too many pixels. Make it smaller; for an animation, use fewer frames or a video.',
      es: 'Esta imagen tiene demasiados píxeles. Redúcela; si es una animación, usa menos fotogramas o un vídeo.',
    },
  },
  SUBTITLES_UNREADABLE: {
    status: 400,
    message: {
      en: 'These are not subtitles: a .vtt or .srt file holds times and text, and no markup but that of subtitles.',
      es: 'Esto no son subtítulos: un archivo .vtt o .srt contiene tiempos y texto, sin más marcas que las propias de los subtítulos.',
    },
  },
  UPLOAD_FROM_ADDRESS_NOT_OFFERED: {
    status: 403,
    message: {
      en: 'Files are not fetched from addresses here. Download the file and upload it.',
      es: 'Aquí no se descargan archivos desde una dirección. Descarga el archivo y súbelo.',
    },
  },
  FILE_BUSY: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'This file is being rewritten without private metadata. Try again in a minute.',
      es: 'Este archivo se está reescribiendo sin metadatos privados. Inténtalo de nuevo en un minuto.',
    },
  },
  REPLACEMENT_OF_ANOTHER_KIND: {
    status: 400,
    message: {
      en: 'A file can only be replaced by one of its own kind. Upload this one as a new file.',
      es: 'Un archivo solo se puede sustituir por otro de su mismo tipo. Sube este como archivo nuevo.',
    },
  },
});
