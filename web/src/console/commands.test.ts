// The command bar leads to what somebody means by a few letters.
import { describe, expect, it } from 'vitest';
import { commands } from './commands';
import { SECTIONS, type BarSection } from './state/address';

const known = {
  tables: [
    { table_id: 1, name: 'Salon One' },
    { table_id: 2, name: 'Harbour' },
  ],
  sections: SECTIONS as readonly BarSection[],
};
const hrefs = (text: string, more = known) => commands(text, more).map(({ href }) => href);

describe('the command bar', () => {
  it('finds tables and sections by the beginning of a word first', () => {
    expect(hrefs('harb')).toEqual(['#/tables/2', '#/patrons?name=harb']);
    expect(hrefs('on')).toContain('#/tables/1');
    expect(hrefs('rep')).toContain('#/reports');
    expect(hrefs('')).toHaveLength(9);
  });

  it('reads table, shoe and round, and the number of a patron', () => {
    expect(hrefs('1/4/12')).toEqual(['#/rounds/1/4/12']);
    expect(hrefs('17')).toContain('#/patrons/17');
    expect(hrefs('mira')).toEqual(['#/patrons?name=mira']);
  });

  it('offers only the sections of whom it serves', () => {
    expect(hrefs('staff')).toContain('#/staff');
    expect(hrefs('staff', { ...known, sections: ['tables'] })).not.toContain('#/staff');
  });
});
