// Puts off what a screen can be used without.

/** Does it after the screen is there, so that it takes nothing from what the screen needs first. */
export async function afterScreen<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve));
  return load();
}

/**
 * Does it once what is drawn now is on the screen, or what is drawn within so many paints; returns how to prevent it.
 */
export function afterPaint(task: () => void, paints = 1): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(painted);

  function painted(): void {
    timer = setTimeout(() => {
      paints -= 1;
      if (paints > 0) {
        frame = requestAnimationFrame(painted);
      } else {
        task();
      }
    });
  }

  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
