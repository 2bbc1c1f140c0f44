/**
 * Tests the responses of all endpoints for the sample catalogue. One service is shared by the files that only
 * read it.
 */
import './contracts';
import './catalogue';
import './expectations';
import './requests';
