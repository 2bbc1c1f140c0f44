/** Tests the responses of all endpoints for the sample catalogue: one service for the files that only read it. */
import './contracts';
import './catalogue';
import './expectations';
import './requests';
