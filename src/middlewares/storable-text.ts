import { refuseUnstorableText } from '../http/storable-text';

export default () => refuseUnstorableText;
