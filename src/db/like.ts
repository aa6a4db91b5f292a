/** The pattern for `like` that matches texts with these words, with a backslash as its escape character. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`
