// Draws the Chinese signs of the roads as strokes, so that they look the same with any fonts.

/** Strokes in a square of 10 units around the origin: absolute, with M, L, H, V, Q and Z only. */
const STROKES: Readonly<Record<string, string>> = {
  莊:
    'M-5,-3.9H5M-1.8,-5V-2.8M1.8,-5V-2.8M-4.2,-1.7V.7H-1.4M-4.9,2.3H-1.4M-3.5,2.3Q-3.7,4-5,5M-1.4,-1.9V5' +
    'M-.2,.3H5M2.4,-1.9V4.5M.4,4.5H4.6',
  閒:
    'M-4.6,5V-5H-1.1V-1.5H-4.6M-4.6,-3.3H-1.1M1.1,-1.5V-5H4.6V4Q4.6,5 3.3,4.9M1.1,-1.5H4.6M1.1,-3.3H4.6' +
    'M-1.7,.3H1.7V4.3Q1.7,5 .8,4.9M-1.7,.3V3Q-1.7,4.2-2.5,5M-1.7,1.8H1.7M-1.7,3.3H1.7',
  和: 'M-.7,-4.8L-4.3,-4M-5,-1.9H0M-2.5,-4.4V5M-2.6,-1.7Q-3.3,.9-5,2.4M-2.3,-.9L-.4,.9M1.2,-3H4.8V3.8H1.2Z',
  庄: 'M.2,-5V-3.7M-4,-3.6H4.8M-4,-3.6V0Q-4,3.2-5,5M-1.9,-.5H3.9M1,-2.4V4.5M-2.7,4.5H5',
  闲: 'M-4.1,-5L-2.9,-3.8M-4.6,-3V5M-1.4,-4.4H4.6V4Q4.6,5 3.3,4.9M-2.5,-1H2.5M0,-2.9V4.4M-.2,-1Q-.9,1-2.6,2.3M.2,-1Q.9,1 2.6,2.3',
};

/** Whether there are strokes for it. */
export function isSign(text: string): boolean {
  return text in STROKES;
}

/** The strokes of a sign around a point; `size` is the side of its square. */
export function sign(text: string, x: number, y: number, size: number): string {
  const scale = size / 10;
  return (STROKES[text] ?? '').replace(/([MLHVQZ])([^MLHVQZ]*)/g, (_, command: string, numbers: string) => {
    const at = (numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map((number, place) => {
      const isAcross = command === 'H' || (command !== 'V' && place % 2 === 0);
      return round(Number(number) * scale + (isAcross ? x : y));
    });
    return command + at.join(',');
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
