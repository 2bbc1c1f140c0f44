import { refuseWithoutDrafts } from '../http/guard-publication';

export default refuseWithoutDrafts;
