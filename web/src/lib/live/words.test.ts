// Each code that a live table may send has words: the documents list them.
import { describe, expect, it } from 'vitest';
import { docs, firstColumn } from './documented';
import { findingName, findingText, isRefusedText, needsText, refusedText, waitText } from './words';

interface Responses {
  readonly paths: Record<string, { post: { responses: Record<string, { $ref?: string }> } }>;
  readonly components: { responses: Record<string, unknown> };
}

/** The codes with which the server refuses an order, by the OpenAPI document. */
function refusals(order: 'deal' | 'supervise'): string[] {
  const { paths, components } = JSON.parse(docs('openapi.json')) as Responses;
  const responses = paths[`/api/v1/tables/{table}/${order}`]?.post.responses ?? {};
  return ['409', '422'].flatMap((status) => {
    const name = responses[status]?.$ref?.split('/').at(-1) ?? '';
    const enums = JSON.stringify(components.responses[name]).matchAll(/"enum":\[([^\]]*)\]/g);
    return [...enums].flatMap(([, codes = '']) => JSON.parse(`[${codes}]`) as string[]);
  });
}

describe('the words of live tables', () => {
  it('name every finding of the document', () => {
    const codes = firstColumn('Findings');
    expect(codes).toHaveLength(16);
    expect(codes.filter((code) => findingName(code) === code || findingText(code) === '')).toEqual([]);
  });

  it('name everything that a table may wait for', () => {
    const waits = firstColumn('What the table waits for');
    expect(waits).toHaveLength(11);
    expect(waits.filter((code) => waitText(code) === code)).toEqual([]);
    expect(waitText(null)).toBeNull();
  });

  it.each(['deal', 'supervise'] as const)('explain every refusal of %s', (order) => {
    const codes = refusals(order);
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !isRefusedText(code))).toEqual([]);
  });

  it('leave a code of next year to the server', () => {
    const words = [findingName('of_next_year'), needsText('all'), waitText('tea')];
    expect(words).toEqual(['of_next_year', 'all', 'tea']);
    expect(refusedText({ code: 'of_next_year', message: 'not before 2027' })).toBe('not before 2027');
  });
});
