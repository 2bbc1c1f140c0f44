import { relationsMiddleware } from './server/watch-relations';

export default { middlewares: { relations: relationsMiddleware } };
