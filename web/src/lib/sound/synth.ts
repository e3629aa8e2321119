// The sounds of the table, synthesised: there is no sound file. Loaded when the first sound is due.
import type { Cue } from './cues';

/** A tone that strikes and fades. */
interface Tone {
  readonly hz: number;
  readonly at: number;
  readonly s: number;
  readonly gain: number;
  readonly type?: OscillatorType;
}

/** A rush of filtered noise, as paper makes it. */
interface Rush {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly s: number;
  readonly gain: number;
}

/** One clay chip on another: three partials that fit no scale. */
function clack(at: number, gain: number): Tone[] {
  return [2_140, 3_390, 5_270].map((hz, idx) => ({ hz, at, s: 0.07 - idx * 0.014, gain: gain / (idx + 1) }));
}

const TONES: Readonly<Record<Cue, readonly Tone[]>> = {
  chip: [...clack(0, 0.16), ...clack(0.055, 0.1)],
  card: [],
  turn: [{ hz: 150, at: 0.03, s: 0.06, gain: 0.16 }],
  last_call: [
    { hz: 784, at: 0, s: 0.22, gain: 0.12 },
    { hz: 1_568, at: 0, s: 0.12, gain: 0.04 },
  ],
  close: [
    { hz: 659, at: 0, s: 0.5, gain: 0.12 },
    { hz: 494, at: 0.14, s: 0.7, gain: 0.12 },
  ],
  win: [523, 659, 784, 1_047].map((hz, idx) => ({
    hz,
    at: idx * 0.09,
    s: 0.5,
    gain: 0.09,
    type: 'triangle' as const,
  })),
  finding: [880, 659, 880].map((hz, idx) => ({
    hz,
    at: idx * 0.18,
    s: 0.3,
    gain: 0.2,
    type: 'square' as const,
  })),
};

const RUSHES: Readonly<Record<Cue, readonly Rush[]>> = {
  chip: [],
  card: [{ from: 1_500, to: 4_200, at: 0, s: 0.16, gain: 0.3 }],
  turn: [{ from: 3_800, to: 2_200, at: 0, s: 0.06, gain: 0.35 }],
  last_call: [],
  close: [],
  win: [],
  finding: [],
};

export class Synth {
  readonly #context = new AudioContext();
  readonly #noise = noise(this.#context);

  /** Plays a sound; the volume is in percent. */
  play(cue: Cue, volume: number): void {
    void this.#context.resume();
    const out = this.#context.createGain();
    // Loudness grows with the square, as ears hear it.
    out.gain.value = (volume / 100) ** 2;
    out.connect(this.#context.destination);
    TONES[cue].forEach((tone) => {
      this.#strike(tone, out);
    });
    RUSHES[cue].forEach((rush) => {
      this.#brush(rush, out);
    });
  }

  #strike({ hz, at, s, gain, type = 'sine' }: Tone, out: AudioNode): void {
    const start = this.#context.currentTime + at;
    const oscillator = this.#context.createOscillator();
    oscillator.type = type;
    oscillator.frequency.value = hz;
    oscillator.connect(this.#fade(start, s, gain, out));
    oscillator.start(start);
    oscillator.stop(start + s);
  }

  #brush({ from, to, at, s, gain }: Rush, out: AudioNode): void {
    const start = this.#context.currentTime + at;
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = 0.8;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + s);
    source.connect(filter).connect(this.#fade(start, s, gain, out));
    source.start(start, 0, s);
  }

  /** A quick rise and a slow fall. */
  #fade(start: number, s: number, gain: number, out: AudioNode): AudioNode {
    const fade = this.#context.createGain();
    fade.gain.setValueAtTime(0.0001, start);
    fade.gain.exponentialRampToValueAtTime(gain, start + 0.006);
    fade.gain.exponentialRampToValueAtTime(0.0001, start + s);
    fade.connect(out);
    return fade;
  }
}

/** Half a second of noise. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  buffer.getChannelData(0).forEach((_, idx, samples) => {
    samples[idx] = Math.random() * 2 - 1;
  });
  return buffer;
}
