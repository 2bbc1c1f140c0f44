import type { Text } from '../../feature/layout';
import type { DateReading } from './read-date-time';

type Failed = Extract<DateReading, { kind: 'ambiguous' | 'wrong' }>;

const impossible: Text = {
  en: 'This date or time does not exist.',
  es: 'Esta fecha u hora no existe.',
};

const order: Text = {
  en: 'Day and month are ambiguous. Write the year first, as in 2026-03-31.',
  es: 'El día y el mes son ambiguos. Escribe primero el año, como en 2026-03-31.',
};

/** Returns the message of forms, grids and imports for a text that is not one day. */
export const dateProblemText = (reading: Failed): Text => {
  if (reading.kind === 'ambiguous') return order;
  return reading.problem === 'impossible'
    ? impossible
    : { en: 'Write the date as 2026-03-31.', es: 'Escribe la fecha como 2026-03-31.' };
};

/** Returns the message for a text that is not one time of day. */
export const timeProblemText = (reading: Failed): Text =>
  reading.kind === 'wrong' && reading.problem === 'impossible'
    ? impossible
    : { en: 'Write the time as 19:00.', es: 'Escribe la hora como 19:00.' };

/** Returns the message for a text that is not one moment in a time zone. */
export const dateTimeProblemText = (reading: Failed, zone: string): Text => {
  if (reading.kind === 'ambiguous') {
    return reading.reason === 'order'
      ? order
      : {
          en: `This time occurs twice, because clocks are put back (${zone}). Add the offset, as in 02:30+02:00.`,
          es: `Ese día se atrasa el reloj y esta hora se repite (${zone}). Añade la diferencia con UTC, como en 02:30+02:00.`,
        };
  }
  switch (reading.problem) {
    case 'unreadable':
      return {
        en: 'Write the date and the time as 2026-03-31 19:00.',
        es: 'Escribe la fecha y la hora como 2026-03-31 19:00.',
      };
    case 'impossible':
      return impossible;
    case 'noTime':
      return {
        en: 'The time is missing. Write both, as in 2026-03-31 19:00.',
        es: 'Falta la hora. Escribe las dos cosas, como en 2026-03-31 19:00.',
      };
    case 'noDate':
      return {
        en: 'The date is missing. Write both, as in 2026-03-31 19:00.',
        es: 'Falta la fecha. Escribe las dos cosas, como en 2026-03-31 19:00.',
      };
    case 'skipped':
      return {
        en: `This time does not exist, because clocks are put forward (${zone}).`,
        es: `Ese día se adelanta el reloj y esta hora no existe (${zone}).`,
      };
  }
};
