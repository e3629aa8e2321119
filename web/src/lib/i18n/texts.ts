// The texts that are loaded, by key.
import type { Message } from './message';

let all: Readonly<Record<string, Message>> = {};

export const texts = {
  get(key: string): Message | undefined {
    return all[key];
  },

  has(key: string): boolean {
    return Object.hasOwn(all, key);
  },

  add(more: Readonly<Record<string, Message>>): void {
    all = { ...all, ...more };
  },

  clear(): void {
    all = {};
  },
};
