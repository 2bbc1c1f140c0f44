import type { PartnerVideoWord } from './words';

export const partnerVideoInSpanish: Record<PartnerVideoWord, string> = {
  'partner-video.export': 'Exportar a CSV',
  'partner-video.export.failed': 'No se ha podido exportar la lista.',
  'partner-video.state.asked': 'Solicitado',
  'partner-video.state.granted': 'Concedido',
  'partner-video.state.refused': 'Rechazado',
  'partner-video.state.failed': 'No solicitado: proveedor inaccesible',
  'partner-video.state.unknown': 'Desconocido: preguntar al proveedor',
};
