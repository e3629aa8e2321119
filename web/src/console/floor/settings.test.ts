// A change of settings has what somebody changed, and nothing else.
import { describe, expect, it } from 'vitest';
import type { TableSettings } from '$lib/wire/messages';
import { settingName, valueText } from './setting-name';
import { changeOf, CHOICES, differences, lines, unreadable } from './settings';

const settings: TableSettings = {
  table_id: 1,
  status: 'open',
  name: 'Salon',
  rules: { id: 'live-commission', digest: '00' },
  currency: { code: 'PLAY', decimals: 2 },
  limits: { tie: { minimum: 100, maximum: 50_050 } },
  exposure: 0,
  timings: {
    betting_ms: 15_000,
    drain_ms: 300,
    card_ms: 1_000,
    result_ms: 5_000,
    shuffle_ms: 10_000,
    pledge_ms: 3_000,
    reveal_ms: 3_000,
  },
  ante: 0,
  capacity: 7,
  needs_password: false,
  needs_invitation: false,
  invited: 0,
  invitation_codes: 0,
  draw: 'sealed',
  dealer: 'shuffle',
  scanner: null,
  squeeze: null,
  seating: { grace_ms: 60_000, idle_warning: 3, idle_limit: 5, auto_rounds: 100 },
  place: 10,
};

const live: TableSettings = {
  ...settings,
  dealer: 'scanner',
  scanner: {
    start: 'dealer',
    shoes: 'any',
    count_out: false,
    burn_on_handover: false,
    conf_min: 950,
    dealer_ms: 20_000,
    supervisor_ms: 60_000,
    abandon_ms: 900_000,
  },
};

describe('the settings of a table', () => {
  it('are written as somebody types them', () => {
    const written = Object.fromEntries(lines(settings).map(({ name, value }) => [name, value]));
    expect(written).toMatchObject({
      'limits.tie.minimum': '1',
      'limits.tie.maximum': '500.50',
      'timings.betting_ms': '15',
      'timings.drain_ms': '0.300',
      'seating.grace_ms': '60',
      place: '10',
      exposure: '0',
    });
  });

  it('stand in rows of two, with the minimum of a spot before its maximum', () => {
    const names = lines(settings).map(({ name }) => name);
    const minimum = names.indexOf('limits.tie.minimum');
    expect(minimum % 2).toBe(0);
    expect(names[minimum + 1]).toBe('limits.tie.maximum');
  });

  it('change where somebody changed them', () => {
    const draft = {
      name: ' Salon ',
      'limits.tie.maximum': '200',
      'timings.betting_ms': '12.5',
      capacity: '0',
    };
    expect(differences(lines(settings), draft)).toEqual([
      { name: 'capacity', before: '7', after: '0' },
      { name: 'limits.tie.maximum', before: '500.50', after: '200' },
      { name: 'timings.betting_ms', before: '15', after: '12.5' },
    ]);
    expect(changeOf(settings, draft)).toEqual({
      capacity: 0,
      limits: { tie: { minimum: 100, maximum: 20_000 } },
      timings: { betting_ms: 12_500 },
      seating: {},
    });
    expect(changeOf(settings, { draw: 'after_bets' })).toMatchObject({ draw: 'after_bets' });
    expect(changeOf(settings, { rules: 'gold-card' })).toMatchObject({ rules: { id: 'gold-card' } });
  });

  it('say at a live table how its cards are read', () => {
    const draft = { 'scanner.start': 'auto', 'scanner.count_out': 'yes', 'scanner.dealer_ms': '15' };
    expect(changeOf(live, draft)).toMatchObject({
      scanner: { start: 'auto', count_out: true, dealer_ms: 15_000 },
    });
    expect(changeOf(live, { name: 'Annex' })).toMatchObject({ name: 'Annex', scanner: {} });
    expect(lines(live).every(({ name }) => settingName(name) !== name)).toBe(true);
  });

  it('say how patrons turn the cards, as one', () => {
    expect(changeOf(settings, { 'squeeze.from': '50' })).toMatchObject({
      squeeze: { from: 5_000, ms: 12_000, third_ms: 8_000 },
    });
    const turned = { ...settings, squeeze: { from: 5_000, ms: 12_000, third_ms: 8_000 } };
    expect(changeOf(turned, { 'squeeze.from': '0', 'squeeze.ms': '20' })).toMatchObject({
      squeeze: { from: 0, ms: 20_000, third_ms: 8_000 },
    });
  });

  it('that take only some values have a word for each', () => {
    const choices = [...lines(settings), ...lines(live)].filter(({ kind }) => kind === 'choice');
    const names = ['draw', 'scanner.start', 'scanner.shoes', 'scanner.count_out', 'scanner.burn_on_handover'];
    expect(choices.map(({ name }) => name)).toEqual(names);
    for (const { name, value } of choices) {
      expect(CHOICES[name]).toContain(value);
      expect(settingName(name)).not.toBe(name);
      for (const one of CHOICES[name] ?? []) {
        expect(valueText(name, one)).not.toBe(one);
      }
    }
    expect(valueText('rules', 'sealed')).toBe('sealed');
  });

  it('that cannot be read are named', () => {
    const draft = { name: '', ante: '1.234', place: '1.5', 'timings.card_ms': '1.5' };
    expect(unreadable(lines(settings), draft, 2)).toEqual(['name', 'place', 'ante']);
  });
});
