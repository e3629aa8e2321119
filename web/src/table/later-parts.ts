// What nobody needs to see a table and bet: the checks of its shoe, its dealer, its picture and its sounds.
export { default as LivePanel } from '../picture/LivePanel.svelte';
export { default as Sounds } from './Sounds.svelte';
export { WatchAlarm, WatchMark } from '../watch/parts';
