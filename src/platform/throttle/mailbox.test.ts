import { toMailbox } from './mailbox';

describe('toMailbox', () => {
  it.each([
    ['victim@example.com', 'victim@example.com'],
    [' Victim@Example.COM ', 'victim@example.com'],
    ['victim+1@example.com', 'victim@example.com'],
    ['victim+a+b@example.com', 'victim@example.com'],
    ['victim@example.com.', 'victim@example.com'],
    ['ｖictim@example.com', 'victim@example.com'],
    ['victim@bücher.example', 'victim@xn--bcher-kva.example'],
    ['victim@xn--bcher-kva.example', 'victim@xn--bcher-kva.example'],
    ['V.ic.tim+1@googlemail.com', 'victim@gmail.com'],
    ['victim@gmail.com', 'victim@gmail.com'],
    ['vic.tim@example.com', 'vic.tim@example.com'],
    ['+1@example.com', '+1@example.com'],
    ['nonsense', '@nonsense'],
  ])('toMailbox – %s – is %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox);
  });
});
