// Asks the crate `roads`, compiled to WebAssembly, for the road map of a shoe. It knows no rule of a road: it reads the
// sequence of numbers that `crates/edge/wasm/src/road_map.rs` describes.

export class RoadMaps {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  of(beads) {
    this.#exports.shoe_reset();
    if (!beads.every((bead) => this.#push(bead))) {
      return null;
    }
    this.#exports.road_map();
    return new Reader(this.#exports).map();
  }

  #push(bead) {
    for (const letter of bead) {
      this.#exports.bead_letter(letter.codePointAt(0));
    }
    return this.#exports.shoe_push() === 1;
  }
}

/** Reads the numbers of the road map in their order. */
class Reader {
  #exports;
  #place = 0;

  constructor(exports) {
    this.#exports = exports;
  }

  map() {
    // An object's properties are computed in the order in which they are written.
    return {
      bead_plate: { cells: this.#list(() => this.#cell()) },
      big_road: {
        opening_ties: this.#number(),
        streaks: this.#list(() => ({ side: this.#side(), ties: this.#list(() => this.#number()) })),
        cells: this.#list(() => this.#cell()),
      },
      big_eye_boy: this.#derived(),
      small_road: this.#derived(),
      cockroach_pig: this.#derived(),
      ask: { banker: this.#ask(), player: this.#ask() },
      totals: {
        rounds: this.#number(),
        banker: this.#number(),
        player: this.#number(),
        tie: this.#number(),
        banker_pair: this.#number(),
        player_pair: this.#number(),
      },
      good_roads: this.#list(() => this.#list(() => this.#letter()).join('')),
    };
  }

  #number() {
    const number = this.#exports.road_map_number(this.#place);
    this.#place += 1;
    return number;
  }

  #list(read) {
    return Array.from({ length: this.#number() }, read);
  }

  #letter() {
    return String.fromCodePoint(this.#number());
  }

  #cell() {
    return [this.#number(), this.#number()];
  }

  #side() {
    return this.#letter() === 'B' ? 'banker' : 'player';
  }

  #derived() {
    const marks = this.#list(() => ({ mark: this.#letter(), cell: this.#cell() }));
    return { marks: marks.map(({ mark }) => mark).join(''), cells: marks.map(({ cell }) => cell) };
  }

  #ask() {
    return {
      big_road: this.#cell(),
      big_eye_boy: this.#mark(),
      small_road: this.#mark(),
      cockroach_pig: this.#mark(),
    };
  }

  #mark() {
    const letter = this.#number();
    return letter === 0 ? null : { mark: String.fromCodePoint(letter), cell: this.#cell() };
  }
}
