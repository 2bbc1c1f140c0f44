/** The content type of business lines. */
export const BUSINESS_LINE = 'api::vertical.vertical';

/** Attribute in which records, such as orders, keep the document id of their business line. */
export const BUSINESS_LINE_ID = 'verticalDocumentId';
