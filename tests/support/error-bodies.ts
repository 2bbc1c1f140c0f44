type ErrorBody = { error: { requestId?: string } };

/** The body of an error without what names its request: of two requests that are refused alike, all else is the same. */
export const apartFromRequest = (body: unknown): ErrorBody => {
  const { error, ...rest } = body as ErrorBody;
  const said = { ...error };
  delete said.requestId;
  return { ...rest, error: said };
};
