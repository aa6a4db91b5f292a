/** Folds a name for comparison: ignores case and surrounding spaces. */
export const toNameKey = (name: string) => name.trim().toLowerCase()
