// What the bundler provides.
/// <reference types="svelte" />
/// <reference types="vite/client" />
