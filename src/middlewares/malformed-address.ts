import { refuseMalformedAddress } from '../platform/http/malformed-address';

export default () => refuseMalformedAddress;
