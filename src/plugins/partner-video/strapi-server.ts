export { default } from './server';
