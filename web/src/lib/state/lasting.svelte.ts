// What outlives the component that asks for it first.

/** Makes something whose derived values belong to no component, so that they stay right when that component is gone. */
export function lasting<Made>(make: () => Made): Made {
  const made: Made[] = [];
  $effect.root(() => {
    made.push(make());
  });
  // Code that is compiled for no browser runs no effect.
  return made[0] ?? make();
}
