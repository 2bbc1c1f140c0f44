import { defineErrors } from '#platform/http/errors';

/** Errors of uploads; the file's name is appended to the message. */
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
      en: 'The media library accepts images (JPEG, PNG, WebP, AVIF, GIF, TIFF), video, audio, PDF and subtitles (.vtt, .srt). Export vector graphics as PNG or WebP, and WMV, FLV and MTS as MP4.',
      es: 'La biblioteca de medios admite imágenes (JPEG, PNG, WebP, AVIF, GIF, TIFF), vídeo, audio, PDF y subtítulos (.vtt, .srt). Exporta los gráficos vectoriales como PNG o WebP, y los WMV, FLV y MTS como MP4.',
    },
  },
  FILE_UNREADABLE: {
    status: 400,
    message: {
      en: 'The file is damaged. Export it again.',
      es: 'El archivo está dañado. Expórtalo de nuevo.',
    },
  },
  METADATA_NOT_REMOVABLE: {
    status: 400,
    message: {
      en: 'This file holds private metadata, such as the place of a photo. The service cannot remove it without damage to the file or its signature. Remove it before you sign or export the file.',
      es: 'Este archivo contiene metadatos privados, como el lugar de una foto, que no se pueden quitar sin dañarlo o invalidar su firma. Elimínalos antes de firmar o exportar el archivo.',
    },
  },
  IMAGE_UNREADABLE: {
    status: 400,
    message: {
      en: 'The image is damaged, or its format is not supported (HEIC, for example). Save it as JPEG, PNG or WebP.',
      es: 'La imagen está dañada o su formato no se admite (HEIC, por ejemplo). Guárdala como JPEG, PNG o WebP.',
    },
  },
  IMAGE_TOO_LARGE: {
    status: 400,
    message: {
      en: 'The image has too many pixels. Reduce its size. For an animation, use fewer frames or a video.',
      es: 'La imagen tiene demasiados píxeles. Reduce su tamaño. Si es una animación, usa menos fotogramas o un vídeo.',
    },
  },
  SUBTITLES_UNREADABLE: {
    status: 400,
    message: {
      en: 'The file is not a subtitle file. A .vtt or .srt file holds times, text and subtitle markup only.',
      es: 'El archivo no es de subtítulos. Un archivo .vtt o .srt contiene solo tiempos, texto y marcas de subtítulos.',
    },
  },
  UPLOAD_FROM_ADDRESS_NOT_OFFERED: {
    status: 403,
    message: {
      en: 'The media library does not fetch files from URLs. Download the file and upload it.',
      es: 'La biblioteca de medios no descarga archivos desde una URL. Descarga el archivo y súbelo.',
    },
  },
  FILE_BUSY: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'Another change to this file is not finished yet. Try again in a minute.',
      es: 'Otro cambio de este archivo aún no ha terminado. Inténtalo de nuevo en un minuto.',
    },
  },
  REPLACEMENT_OF_ANOTHER_KIND: {
    status: 400,
    message: {
      en: 'The new file has another format than the old one. Upload it as a separate file.',
      es: 'El archivo nuevo tiene otro formato que el anterior. Súbelo como archivo aparte.',
    },
  },
});

/** Errors of requests that need the file storage. */
export const storageErrors = defineErrors({
  STORAGE_UNAVAILABLE: {
    status: 503,
    // Equal to the reset time of the storage's circuit breaker.
    retryAfter: 5,
    message: {
      en: 'The file storage is unavailable. Try again in a few seconds.',
      es: 'El almacenamiento de archivos no está disponible. Inténtalo de nuevo en unos segundos.',
    },
  },
});
