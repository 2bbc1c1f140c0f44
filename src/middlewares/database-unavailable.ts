import { answerDatabaseUnavailable } from '../platform/http/database-unavailable';

export default () => answerDatabaseUnavailable;
