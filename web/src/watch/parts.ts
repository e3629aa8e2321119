// The parts of the checks that a table shows, as one file that is loaded after the table.
export { default as WatchAlarm } from './WatchAlarm.svelte';
export { default as WatchMark } from './WatchMark.svelte';
