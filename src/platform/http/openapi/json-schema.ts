/** A part of a JSON schema or of the OpenAPI document. */
export type JsonSchema = Record<string, unknown>;
