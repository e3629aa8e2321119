// Exact odds: what `punto odds` answers, by the same code as a WebAssembly module.
import { Exchange } from './lib/exchange.js';
import { instantiate } from './lib/instance.js';

export async function load(source = new URL('./odds.wasm', import.meta.url)) {
  const exchange = new Exchange(await instantiate(source));
  return {
    odds: (rules, shoe = {}) =>
      exchange.ask(shoe?.composition === undefined ? 'named' : 'counted', rules, shoe),
  };
}
