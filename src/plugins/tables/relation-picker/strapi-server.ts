import { createRelationDetailsMiddleware } from './server/watch-relations';

export default { middlewares: { relations: createRelationDetailsMiddleware } };
