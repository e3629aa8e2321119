// How long something has lasted, at a glance. Pure.

/** An age such as `0:42`, `12:05` or `1:02:07`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (count: number) => String(count % 60).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60)];
  return hours === 0
    ? `${String(minutes)}:${two(seconds)}`
    : `${String(hours)}:${two(minutes)}:${two(seconds)}`;
}
