// No component has words of its own: every text, title and label comes from the catalogues, whole.
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const COMPONENTS = import.meta.glob<string>('/src/**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SPOKEN = new Set(['title', 'alt', 'placeholder', 'label', 'hint']);
const WORD = /\p{Letter}{2,}/u;

interface Node {
  readonly type: string;
  readonly data?: string;
  readonly name?: string;
  readonly start: number;
  readonly value?: unknown;
}

/** The words in the markup of a component, with what stands between two texts of the catalogue. */
function words(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, within: 'page' | 'attribute'): void => {
    if (Array.isArray(node)) {
      node.forEach((one, index) => {
        const between =
          isNode(one) && one.type === 'Text' && isText(node[index - 1]) && isText(node[index + 1]);
        if (between && within === 'page' && /[^\s·/()–+]/.test(one.data ?? '')) {
          found.push(`joined: ${one.data ?? ''}`);
        }
        visit(one, within);
      });
    } else if (isNode(node)) {
      if (node.type === 'Text' && within === 'page' && WORD.test(node.data ?? '')) {
        found.push(node.data ?? '');
      } else if (node.type === 'Attribute') {
        const spoken = SPOKEN.has(node.name ?? '') || node.name?.startsWith('aria-label') === true;
        if (spoken && Array.isArray(node.value)) {
          found.push(
            ...node.value.flatMap((one: Node) => (WORD.test(one.data ?? '') ? [one.data ?? ''] : [])),
          );
        }
      } else if (!['StyleSheet', 'Script', 'StyleDirective', 'ClassDirective'].includes(node.type)) {
        Object.values(node).forEach((value) => {
          visit(value, within);
        });
      }
    }
  };
  visit((parse(source, { modern: true }) as AST.Root).fragment, 'page');
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Whether a node shows a text of the catalogue. */
function isText(node: unknown): boolean {
  return JSON.stringify(node ?? null).includes('"name":"t"') && isNode(node) && node.type === 'ExpressionTag';
}

describe('the components', () => {
  it.each(Object.keys(COMPONENTS))('%s has no words of its own', (path) => {
    expect(words(COMPONENTS[path] ?? '')).toEqual([]);
  });

  it('are searched for words in the page, in what is spoken, and between texts', () => {
    expect(words('<p>Hello</p>')).toEqual(['Hello']);
    expect(words('<button aria-label="Close it">{t("x")}</button>')).toEqual(['Close it']);
    expect(words('<p>{t("a")}; {t("b")}</p>')).toEqual(['joined: ; ']);
    expect(words('<p class="Hello">{t("a")}</p>')).toEqual([]);
  });
});
