import { answerDatabaseAway } from '../http/database-away';

export default () => answerDatabaseAway;
