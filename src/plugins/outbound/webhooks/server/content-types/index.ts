import delivery from './delivery/schema.json';
import endpoint from './endpoint/schema.json';
import secret from './secret/schema.json';

export default {
  endpoint: { schema: endpoint },
  delivery: { schema: delivery },
  secret: { schema: secret },
};
