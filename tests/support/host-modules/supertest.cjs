module.exports = globalThis.host.require('supertest');
