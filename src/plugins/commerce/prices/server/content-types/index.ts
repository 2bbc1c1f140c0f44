import finding from './finding/schema.json';

export default { finding: { schema: finding } };
