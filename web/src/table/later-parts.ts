// What nobody needs to see a table and bet: the checks of its shoe, its dealer and its picture.
export { default as LivePanel } from '../picture/LivePanel.svelte';
export { WatchAlarm, WatchMark } from '../watch/parts';
