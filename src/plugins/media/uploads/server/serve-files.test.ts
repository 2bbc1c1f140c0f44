import { resolveServedType } from './serve-files';

describe('resolveServedType', () => {
  it.each([
    ['text/vtt', 'text/vtt', 'text/vtt'],
    ['text/vtt', undefined, 'application/x-subrip'],
    ['application/x-subrip', 'text/vtt', 'text/vtt'],
    ['application/x-subrip', undefined, 'application/x-subrip'],
    ['video/quicktime', 'video/mp4', 'video/mp4'],
    ['video/quicktime', 'video/quicktime', 'video/quicktime'],
    ['video/mp4', 'video/quicktime', 'video/mp4'],
    ['audio/mp4', 'audio/x-m4a', 'audio/mp4'],
    ['image/jpeg', 'image/png', 'image/png'],
    ['image/png', 'text/html', 'image/png'],
    ['image/png', undefined, 'image/png'],
    ['application/octet-stream', 'image/png', 'application/octet-stream'],
  ])('declared type %s, signature of %s – is served as %s', (declaredType, content, type) => {
    expect(resolveServedType(declaredType, content)).toBe(type);
  });
});
