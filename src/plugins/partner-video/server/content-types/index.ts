import schema from './grant/schema.json';

export default { grant: { schema } };
