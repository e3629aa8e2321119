// Parts of the page that load once the table can be played: the checks of the shoe, dealer, picture and sounds.
export { default as LivePanel } from '../picture/LivePanel.svelte';
export { default as Sounds } from './Sounds.svelte';
export { WatchAlarm, WatchMark } from '../watch/parts';
