import event from './event/schema.json';
import lease from './lease/schema.json';
import order from './order/schema.json';
import request from './request/schema.json';

export default {
  order: { schema: order },
  event: { schema: event },
  request: { schema: request },
  lease: { schema: lease },
};
