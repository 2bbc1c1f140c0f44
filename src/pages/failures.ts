import { failures } from '../contracts/kit/errors';

export const pageEditingFailures = failures({
  PAGE_EXISTS: {
    status: 409,
    message: {
      en: 'This business line already has a page of this kind.',
      es: 'Esta línea de negocio ya tiene una página de este tipo.',
    },
  },
});
