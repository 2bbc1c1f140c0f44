import { answerDatabaseAway } from '../platform/http/database-away';

export default () => answerDatabaseAway;
