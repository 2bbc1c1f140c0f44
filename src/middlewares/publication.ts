import { refuseWithoutDrafts } from '../platform/http/guard-publication';

export default refuseWithoutDrafts;
