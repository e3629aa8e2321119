// What the bundler provides.
/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Every language: the texts of its first load, and how its other areas are loaded. */
declare module 'virtual:texts' {
  import type { Message } from '$lib/i18n/message';

  type Texts = Readonly<Record<string, Message>>;
  type Load<Module> = () => Promise<Module>;

  export const languages: Readonly<
    Record<string, Load<{ texts: Texts; areas: Readonly<Record<string, Load<{ texts: Texts }>>> }>>
  >;
}
