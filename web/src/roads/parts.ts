// What a table shows of its roads. Loaded beside the table, while the module that computes the roads loads, too.
export { default as RoadsPanel } from './RoadsPanel.svelte';
export { default as RoadStrip } from './RoadStrip.svelte';
