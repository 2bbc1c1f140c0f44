module.exports = globalThis.host.require('pg');
