import { buildBarrierPayload, parseDraftChange, parseMessage } from './channel';
import { buildMembershipKey, computeValueDigest, buildValueKey } from './keys';

const uid = 'api::product.product';

describe('parseMessage', () => {
  it('documents – returns their type and ids', () => {
    expect(parseMessage(`${uid} a,b`)).toEqual({ kind: 'documents', uid, documentIds: ['a', 'b'] });
    expect(parseMessage(`${uid} *`)).toEqual({ kind: 'documents', uid, documentIds: 'all' });
  });

  it('selected – returns the selection keys and the membership key of the type', () => {
    expect(
      parseMessage(
        `selected ${uid} slug=${computeValueDigest('a')},verticals=${computeValueDigest('b')}`,
      ),
    ).toEqual({
      kind: 'selected',
      uid,
      keys: [
        buildMembershipKey(uid),
        buildValueKey(uid, 'slug', 'a'),
        buildValueKey(uid, 'verticals', 'b'),
      ],
    });
    expect(parseMessage(`selected ${uid} *`)).toEqual({ kind: 'selected', uid, keys: 'all' });
  });

  it('* – returns everything', () => {
    expect(parseMessage('*')).toEqual({ kind: 'everything' });
  });

  it('names the drafts that were written', () => {
    expect(parseDraftChange(`${uid} a,b`)).toEqual({ uid, documentIds: ['a', 'b'] });
    expect(parseDraftChange(`${uid} *`)).toEqual({ uid, documentIds: 'all' });
  });

  it('is a barrier', () => {
    expect(parseMessage(buildBarrierPayload('x'))).toEqual({ kind: 'barrier', id: 'x' });
  });
});
