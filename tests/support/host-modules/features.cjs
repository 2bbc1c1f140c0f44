// The features as the service has loaded them.
module.exports = globalThis.host.require('../../dist/src/index.js');
