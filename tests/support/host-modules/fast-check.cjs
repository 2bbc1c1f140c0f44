module.exports = globalThis.host.require('fast-check');
