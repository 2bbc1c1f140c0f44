/** The content type of business lines. */
export const BUSINESS_LINE = 'api::vertical.vertical';
