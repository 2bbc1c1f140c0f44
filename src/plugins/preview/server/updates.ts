/** URL of the script that shows saves. The content security policy forbids inline scripts. */
export const UPDATES_ADDRESS = '/preview/updates.js';

/**
 * Script of the preview. The panel posts this message to the page in its frame after each save
 * (`@strapi/content-manager`, preview/pages/Preview).
 */
export const updatesScript = `addEventListener('message', ({ data, source }) => {
  if (source === parent && data?.type === 'strapiUpdate') location.reload();
});
`;
