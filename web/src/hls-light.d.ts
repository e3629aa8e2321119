/** The small build of hls.js has no types of its own; they are those of the whole one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
  export * from 'hls.js';
}
