import { failures } from '../contracts/kit/errors';

export const slotFailures = failures({
  UNPUBLISHED_ENTRIES: {
    status: 400,
    message: {
      en: 'This page shows entries that are not published.',
      es: 'Esta página muestra entradas que no están publicadas.',
    },
  },
});
