export const partnerVideoInSpanish = {
  'partner-video.export': 'Exportar a CSV',
  'partner-video.export.failed': 'No se ha podido exportar la lista.',
};
