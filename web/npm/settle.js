// Settles rounds: what `punto settle` answers, by the same code as a WebAssembly module.
import { Exchange } from './lib/exchange.js';
import { instantiate } from './lib/instance.js';

export async function load(source = new URL('./settle.wasm', import.meta.url)) {
  const exchange = new Exchange(await instantiate(source));
  return { settle: (rules, round) => exact(exchange.ask('settle', rules, round)) };
}

/** The answer, or an error when a number of JavaScript does not hold one of its amounts. */
function exact(answer) {
  const amounts = [answer.staked, answer.paid, answer.refusal?.limit];
  if (amounts.every((amount) => amount === undefined || Number.isSafeInteger(amount))) {
    return answer;
  }
  const message = 'an amount of the answer is 2^53 or more, which a number does not hold exactly';
  return { id: answer.id, error: { code: 'amount_too_large', message } };
}
