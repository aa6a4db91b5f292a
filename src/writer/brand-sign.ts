/** Placeholder for the brand in sentences without known names. */
export const brandSign = '◆'
