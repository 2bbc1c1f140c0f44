import orders from './orders';
import session from './session';
import webhook from './webhook';

export default { orders, session, webhook };
