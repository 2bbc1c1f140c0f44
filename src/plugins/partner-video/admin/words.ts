/** What the panel says about accesses to partner videos, in English; the Spanish is under the same keys. */
export const partnerVideoInEnglish = {
  'partner-video.export': 'Export as CSV',
  'partner-video.export.failed': 'The list could not be exported.',
  'partner-video.state.asked': 'Asked for',
  'partner-video.state.granted': 'Granted',
  'partner-video.state.refused': 'Refused',
  'partner-video.state.failed': 'Not asked: partner unreachable',
  'partner-video.state.unknown': 'Unknown: ask the partner',
} as const;

export type PartnerVideoWord = keyof typeof partnerVideoInEnglish;
