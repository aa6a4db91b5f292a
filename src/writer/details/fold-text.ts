/** Letters and digits only: a quotation may end in other punctuation, and continue over lines. */
export const foldText = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
