// Whatever a scanner types that acts as a keyboard, a page does nothing; a hand presses keys, buttons and links.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageKeys } from './page-keys';

/** What has the focus. */
class Control {
  constructor(private readonly kind: string) {}

  closest(kinds: string): Control | null {
    return kinds.split(', ').includes(this.kind) ? this : null;
  }

  click(): void {
    did.push(this.kind);
  }
}

const BUTTON = new Control('button');
const LINK = new Control('a');
const BODY = new Control('body');
let did: string[] = [];

beforeAll(() => {
  vi.stubGlobal('Element', Control);
  vi.useFakeTimers();
});

beforeEach(() => {
  vi.clearAllTimers();
  did = [];
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function keysOf(taken: readonly string[]): PageKeys {
  return new PageKeys(
    (key) => taken.includes(key),
    (key) => did.push(key),
  );
}

function event(key: string, target: Control, more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const press = { key, target, timeStamp: Date.now(), repeat: false, preventDefault: vi.fn(), ...more };
  return press as unknown as KeyboardEvent;
}

/** Presses keys one after another; returns whether the browser still does of each what it would do. */
function press(keys: PageKeys, every: number, typed: readonly string[], target = BODY, more = {}): boolean[] {
  return typed.map((key) => {
    const [down, up] = [event(key, target, more), event(key, target, more)];
    keys.down(down);
    vi.advanceTimersByTime(every);
    keys.up(up);
    const wasLeft = (of: KeyboardEvent) => vi.mocked(of.preventDefault).mock.calls.length === 0;
    return wasLeft(down) && (key !== ' ' || wasLeft(up));
  });
}

/** Lets the time pass in which nothing else is pressed. */
function rest(): void {
  vi.advanceTimersByTime(1_000);
}

const STEPS = ['p', 'c', 'h', 'y', 'Enter'];

describe('a scanner that acts as a keyboard', () => {
  it.each([
    ['nothing', BODY],
    ['a button', BUTTON],
    ['a link', LINK],
  ])('does nothing while %s has the focus', (_, target) => {
    const keys = keysOf(STEPS);
    press(keys, 5, ['p', 'c', 'h', ' ', 'y', '9', ' ', 'Enter'], target);
    rest();
    press(keys, 5, [' ', 'Enter'], target);
    rest();
    press(keysOf([]), 5, ['9', 'Enter'], target);
    rest();
    expect(did).toEqual([]);
  });

  it('does nothing with a single key of the page between others, or with Shift', () => {
    const keys = keysOf(STEPS);
    press(keys, 5, ['9', 'p', 'Tab'], BUTTON);
    rest();
    press(keys, 5, ['Shift', 'P', 'Shift', 'C'], BUTTON);
    rest();
    press(keys, 5, ['p', 'Tab'], BODY);
    rest();
    expect(did).toEqual([]);
  });

  it('leaves the browser no button and no link to press', () => {
    const left = press(keysOf(STEPS), 5, [' ', 'Enter'], BUTTON);
    expect([left, press(keysOf(STEPS), 5, ['Enter'], LINK)]).toEqual([[false, false], [false]]);
    const control = { ctrlKey: true };
    expect(press(keysOf(STEPS), 5, [' '], BUTTON, control), 'how some of them type a zero').toEqual([false]);
  });
});

describe('a hand', () => {
  it.each<[string, string[], Control, readonly string[], string[]]>([
    ['presses a key of the page', ['p', 'x'], BODY, STEPS, ['p']],
    ['presses it whatever has the focus', ['p'], LINK, STEPS, ['p']],
    ['presses a button with Space', [' '], BUTTON, STEPS, ['button']],
    ['presses no link with Space', [' '], LINK, STEPS, []],
    ['presses a link with Enter', ['Enter'], LINK, STEPS, ['a']],
    ['takes the step with Enter, not the button', ['Enter'], BUTTON, STEPS, ['Enter']],
    ['presses a button with Enter where there is no step', ['Enter'], BUTTON, ['1'], ['button']],
  ])('%s', (_, typed, target, taken, does) => {
    press(keysOf(taken), 100, typed, target);
    expect(did).toEqual(does);
  });

  it('presses once, however long a key is held', () => {
    const keys = keysOf(STEPS);
    press(keys, 100, [' '], BUTTON);
    const again = press(keys, 30, [' ', ' '], BUTTON, { repeat: true });
    expect([did, again]).toEqual([['button'], [false, false]]);
  });

  it('scrolls, reloads and opens a link elsewhere as everywhere', () => {
    const keys = keysOf(STEPS);
    expect(press(keys, 100, [' '], BODY)).toEqual([true]);
    expect(press(keys, 100, ['p'], BODY, { ctrlKey: true })).toEqual([true]);
    expect(press(keys, 100, ['Enter'], LINK, { metaKey: true })).toEqual([true]);
    expect(did).toEqual([]);
  });
});
