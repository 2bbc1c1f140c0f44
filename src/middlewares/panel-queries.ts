import { boundPanelQueries } from '../plugins/content-api';

export default boundPanelQueries;
