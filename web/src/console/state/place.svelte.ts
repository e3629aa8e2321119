// Where in the console somebody is.
import { parse, type Address } from './address';

export { href, isNumber, numberOf, offered, type BarSection, type Section } from './address';

class Place {
  at = $state.raw<Address>(parse(''));

  start(): void {
    const read = () => {
      this.at = parse(location.hash);
    };
    addEventListener('hashchange', read);
    read();
  }

  go(address: string): void {
    location.hash = address;
  }
}

export const place = new Place();
