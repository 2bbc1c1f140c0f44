import exportsController from './exports';
import orders from './orders';
import prices from './prices';
import session from './session';
import webhook from './webhook';

export default { exports: exportsController, orders, prices, session, webhook };
