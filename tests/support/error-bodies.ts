type ErrorBody = { error: { requestId?: string } };

/** Returns the body of an error without its request id: equal refusals have equal bodies otherwise. */
export const apartFromRequest = (body: unknown): ErrorBody => {
  const { error, ...rest } = body as ErrorBody;
  const said = { ...error };
  delete said.requestId;
  return { ...rest, error: said };
};
