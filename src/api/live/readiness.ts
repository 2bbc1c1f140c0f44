import { listIn, partIn, textIn } from '../../catalogue/entry-values';
import { describedPictures, slugKept, wanted } from '../../catalogue/readiness';
import type { Entry, Readiness } from '../../feature/readiness';

/** The last hour of the programme is when it ends; a single one may be the beginning. */
const hoursIn = (entry: Entry): number =>
  listIn(entry, 'program')
    .flatMap((part) => listIn(part, 'row'))
    .filter((row) => textIn(row, 'hour') !== '').length;

/** What a live should be before it is published. */
export const liveReadiness: Readiness = {
  uid: 'api::live.live',
  rules: [
    wanted(
      'BROADCAST_MISSING',
      'typeOfLive',
      {
        en: 'It does not say when it takes place, nor on which platform.',
        es: 'No dice cuándo tiene lugar ni en qué plataforma.',
      },
      (entry) => partIn(entry, 'typeOfLive') === null,
      ['typeOfLive.startDate', 'typeOfLive.typeLive'],
    ),
    {
      code: 'EMBED_CODE_MISSING',
      severity: 'advice',
      field: 'typeOfLive',
      cells: ['typeOfLive.iframeCode'],
      text: {
        en: 'There is no code to embed: the broadcast cannot be watched on the site.',
        es: 'No hay código para incrustar: la emisión no se puede ver en el sitio.',
      },
      check: (entry) => {
        const broadcast = partIn(entry, 'typeOfLive');
        return broadcast !== null &&
          textIn(broadcast, 'iframeCode') === '' &&
          textIn(entry, 'ondemandUrlM3u8') === ''
          ? [{ path: ['typeOfLive', 'iframeCode'] }]
          : false;
      },
    },
    wanted(
      'RECORDING_TITLE_MISSING',
      'ondemandTitle',
      {
        en: 'The recording has no title.',
        es: 'La grabación no tiene título.',
      },
      (entry) => textIn(entry, 'ondemandUrlM3u8') !== '' && textIn(entry, 'ondemandTitle') === '',
    ),
    wanted(
      'END_MISSING',
      'program',
      {
        en: 'Nothing tells when it ends: the programme has no hours. Search engines and calendars want to know.',
        es: 'Nada dice cuándo termina: el programa no tiene horas. Los buscadores y los calendarios quieren saberlo.',
      },
      (entry) => hoursIn(entry) < 2,
    ),
    wanted(
      'PROTAGONIST_MISSING',
      'protagonists',
      { en: 'It does not say who presents it.', es: 'No dice quién lo presenta.' },
      (entry) => listIn(entry, 'protagonists').length === 0,
    ),
    describedPictures('image'),
    slugKept,
  ],
  hindrancesRead: [],
};
