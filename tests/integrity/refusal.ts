type Answer = { status: number; body: unknown };

/** The error of a refused deletion. */
export type Refusal = {
  error: {
    name: string;
    message: string;
    details: {
      code: string;
      errors?: { path: string[]; message: string; name: string }[];
      entries?: { title: string; documentId: string; uid: string }[];
    };
  };
};

export const refusalIn = ({ body }: Answer): Refusal['error'] => (body as Refusal).error;
