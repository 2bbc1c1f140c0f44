module.exports = globalThis.host.require('stripe');
