// How the patron wants the roads on this device. The server does not know it.
import { readGlyphChoice, glyphSetOf, type GlyphChoice } from '$lib/roads/glyph-set';
import type { RoadStyle } from '$lib/roads/draw';
import { clampZoom, USUAL_ZOOM, zoomAt } from '$lib/roads/measure';
import { storage } from '$lib/state/storage';

const ZOOM = 'punto.road_zoom';
const AUTO = 'punto.road_zoom_auto';
const LETTERS = 'punto.road_letters';
const GLYPHS = 'punto.road_glyphs';

export class RoadChoices {
  #zoom = $state(clampZoom(Number(storage.get(ZOOM) ?? USUAL_ZOOM)));
  #auto = $state(storage.get(AUTO) === 'yes');
  #letters = $state(storage.get(LETTERS) === 'yes');
  #glyphs = $state<GlyphChoice>(readGlyphChoice(storage.get(GLYPHS)));

  /** The zoom in a phase of the table. */
  zoomIn(phase: string): number {
    return zoomAt(phase, { auto: this.#auto, zoom: this.#zoom });
  }

  /** Zooms by hand, which ends the zoom by phase. */
  zoomTo(zoom: number): void {
    this.auto = false;
    this.#zoom = clampZoom(zoom);
    storage.set(ZOOM, String(this.#zoom));
  }

  /** Whether the phase of the table chooses the zoom. */
  get auto(): boolean {
    return this.#auto;
  }

  set auto(auto: boolean) {
    this.#auto = auto;
    storage.set(AUTO, auto ? 'yes' : 'no');
  }

  /** Whether the big road has signs in its rings. */
  get letters(): boolean {
    return this.#letters;
  }

  set letters(letters: boolean) {
    this.#letters = letters;
    storage.set(LETTERS, letters ? 'yes' : 'no');
  }

  get glyphs(): GlyphChoice {
    return this.#glyphs;
  }

  set glyphs(glyphs: GlyphChoice) {
    this.#glyphs = glyphs;
    storage.set(GLYPHS, glyphs);
  }

  /** How roads are drawn in a page of that language. */
  styleIn(language: string): RoadStyle {
    return { letters: this.#letters, glyphs: glyphSetOf(this.#glyphs, language) };
  }
}

export const choices = new RoadChoices();
