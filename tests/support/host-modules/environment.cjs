// The settings of all features as the service has loaded them.
module.exports = globalThis.host.require('../../dist/src/environment.js');
