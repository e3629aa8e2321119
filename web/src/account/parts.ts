// The parts of an account, in their order on the page.

export const PARTS = ['balance', 'history', 'statement', 'limits', 'account', 'preferences'] as const;
export type Part = (typeof PARTS)[number];
