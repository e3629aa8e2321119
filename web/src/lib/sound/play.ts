// Plays sounds, if the patron wants any and has touched the page, as browsers ask. Loads the synthesiser for the first.
import type { Cue } from './cues';
import type { Synth } from './synth';

let synth: Promise<Synth> | null = null;

/** Plays a sound at a volume in percent. */
export async function play(cue: Cue, volume: number): Promise<void> {
  if (document.hidden || !navigator.userActivation.hasBeenActive) {
    return;
  }
  synth ??= import('./synth').then((module) => new module.Synth());
  try {
    (await synth).play(cue, volume);
  } catch {
    // Without a device for sound, the table goes on without it.
    synth = null;
  }
}
