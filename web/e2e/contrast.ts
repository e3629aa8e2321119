// Measures the contrast of text, in the page. axe does not judge a ground that is a gradient.

/** The least contrast of a name or odds in the element with its ground, by WCAG 2. Runs in the page. */
export function leastContrast(element: Element): number {
  const light = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { backgroundImage, opacity } = getComputedStyle(element);
  const grounds = (backgroundImage.match(/rgb\([^)]*\)/g) ?? []).map(light);
  const texts = [...element.querySelectorAll('.name, .odds')].map((one) =>
    light(getComputedStyle(one).color),
  );
  const ratios = texts.flatMap((text) => grounds.map((ground) => (text + 0.05) / (ground + 0.05)));
  return Math.min(...ratios) * Number(opacity);
}
