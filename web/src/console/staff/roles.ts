// The roles that a member of staff may hold.
export const ROLES = ['supervisor', 'manager', 'auditor', 'dealer'] as const;
