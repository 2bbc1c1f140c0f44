type ErrorBody = { error: { requestId?: string } };

/** Returns the body of an error without its request id: equal refusals have equal bodies otherwise. */
export const apartFromRequest = (body: unknown): ErrorBody => {
  const { error, ...rest } = body as ErrorBody;
  const details = { ...error };
  delete details.requestId;
  return { ...rest, error: details };
};
