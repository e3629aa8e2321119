// Puts off what a screen can be used without.

/** Does it after the screen is there, so that it takes nothing from what the screen needs first. */
export async function afterScreen<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve));
  return load();
}

/** Does it once what is drawn now is on the screen; returns how to prevent it. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
