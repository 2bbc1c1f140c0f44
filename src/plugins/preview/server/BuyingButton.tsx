import { isWithheldAt } from '../../../catalogue/off-sale';
import { EditLink } from './EditLink';
import { useMessages } from './language';
import { saleFields, type Value } from './values';

const textIn = (product: Value, field: string): string | null => {
  const value = product[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Returns the field that decides what visitors see in place of the buying button. */
const decidingField = (product: Value): string => {
  if (product.isSoon === true) return 'isSoon';
  return isWithheldAt(product, Date.now()) ? 'isOffSale' : 'enrolButton';
};

/** Returns whether a document is the page of a product, with the fields of its buying button. */
export const hasBuyingButton = (document: Value): boolean =>
  [...saleFields].every((field) => field in document);

/**
 * The buying button of a product. While nobody can buy it, the text that visitors read instead, as
 * on the site.
 */
export const BuyingButton = ({ product }: { product: Value }) => {
  const messages = useMessages();
  const field = decidingField(product);
  const offSaleText = textIn(product, 'offSaleText');
  const again = textIn(product, 'onSaleAgainAt');
  const isSold = field === 'enrolButton' && product.payID !== null;
  const text = {
    isSoon: messages.field('isSoon'),
    isOffSale: offSaleText ?? messages.section('notOnSale'),
    enrolButton: textIn(product, 'enrolButton') ?? messages.section('buy'),
  }[field];
  const edited = field === 'isOffSale' && offSaleText !== null ? 'offSaleText' : field;
  return (
    <>
      <div className="piece buying">
        <span className={isSold ? 'buy' : 'no-sale'}>
          {field === 'enrolButton' && !isSold ? messages.section('notOnSale') : text}
        </span>
        <EditLink of={product} field={edited} called={messages.field(edited)} />
      </div>
      {field === 'isOffSale' && again !== null && (
        <p className="piece meta">
          {`${messages.field('onSaleAgainAt')}: ${messages.value('onSaleAgainAt', again)}`}
          <EditLink of={product} field="onSaleAgainAt" called={messages.field('onSaleAgainAt')} />
        </p>
      )}
    </>
  );
};
