import { listIn, getComponent, getText } from '#catalogue/entry-values';
import {
  createAlternativeTextRule,
  slugChangeWarning,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { Entry, PublishingRules } from '#feature/publishing-rules';

/**
 * Returns the number of hours in the programme. The last hour is the end; a single one may be the
 * beginning.
 */
const countHours = (entry: Entry): number =>
  listIn(entry, 'program')
    .flatMap((part) => listIn(part, 'row'))
    .filter((row) => getText(row, 'hour') !== '').length;

export const livePublishingRules: PublishingRules = {
  uid: 'api::live.live',
  rules: [
    createMissingValueRule(
      'BROADCAST_MISSING',
      'typeOfLive',
      {
        en: 'The date and the platform are missing.',
        es: 'Faltan la fecha y la plataforma.',
      },
      (entry) => getComponent(entry, 'typeOfLive') === null,
      ['typeOfLive.startDate', 'typeOfLive.typeLive'],
    ),
    {
      code: 'EMBED_CODE_MISSING',
      severity: 'warning',
      field: 'typeOfLive',
      cells: ['typeOfLive.iframeCode'],
      text: {
        en: 'The embed code is missing, so the site cannot show the broadcast.',
        es: 'Falta el código para incrustar, así que el sitio no puede mostrar la emisión.',
      },
      check: (entry) => {
        const broadcast = getComponent(entry, 'typeOfLive');
        return broadcast !== null &&
          getText(broadcast, 'iframeCode') === '' &&
          getText(entry, 'ondemandUrlM3u8') === ''
          ? [{ path: ['typeOfLive', 'iframeCode'] }]
          : false;
      },
    },
    createMissingValueRule(
      'RECORDING_TITLE_MISSING',
      'ondemandTitle',
      {
        en: 'The recording has no title.',
        es: 'La grabación no tiene título.',
      },
      (entry) => getText(entry, 'ondemandUrlM3u8') !== '' && getText(entry, 'ondemandTitle') === '',
    ),
    createMissingValueRule(
      'END_MISSING',
      'program',
      {
        en: 'The programme has no times, so search engines and calendars do not know the end.',
        es: 'El programa no tiene horas, así que los buscadores y los calendarios no conocen el final.',
      },
      (entry) => countHours(entry) < 2,
    ),
    createMissingValueRule(
      'PROTAGONIST_MISSING',
      'protagonists',
      { en: 'The presenter is missing.', es: 'Falta el presentador.' },
      (entry) => listIn(entry, 'protagonists').length === 0,
    ),
    createAlternativeTextRule('image'),
    slugChangeWarning,
  ],
  errorFields: [],
};
