import type { ApiError } from '../../../../../http/errors';
import { checkoutErrors } from '../../../contract';

/** A published language of a product, as far as it decides who sells it. */
type Version = {
  locale: string | null;
  /** The payment account; none: any. */
  payCrm: string | null;
  /** The slugs of its business lines. */
  vertical: readonly string[];
};

type Wanted = { origin: string; vertical: string; defaultLang: string };

/**
 * The version of a product that an account sells in a business line, of all that are published under its payment
 * identifier; otherwise why there is none. Several languages are one product: the default one stands for it where
 * there is one.
 */
export const chooseProduct = <V extends Version>(
  published: readonly V[],
  { origin, vertical, defaultLang }: Wanted,
): { product: V } | { refusal: ApiError } => {
  if (published.length === 0) return { refusal: checkoutErrors.PRODUCT_NOT_FOUND };
  const ofAccount = published.filter(
    ({ payCrm }) => !payCrm?.trim() || payCrm.trim().toLowerCase() === origin,
  );
  if (ofAccount.length === 0) return { refusal: checkoutErrors.ORIGIN_MISMATCH };
  const sold = ofAccount.filter(({ vertical: slugs }) => slugs.includes(vertical));
  const product = sold.find(({ locale }) => locale === defaultLang) ?? sold[0];
  return product === undefined ? { refusal: checkoutErrors.PRODUCT_NOT_IN_VERTICAL } : { product };
};
