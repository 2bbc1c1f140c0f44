import { refuseMalformedAddress } from '../http/malformed-address';

export default () => refuseMalformedAddress;
