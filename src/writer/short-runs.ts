/** No word is longer; addresses may be. */
export const longestRun = 200
const mostSpaces = 20

const spaces = new RegExp(`\\s{${mostSpaces},}`, 'gu')
const run = new RegExp(`\\S{${longestRun}}(?=\\S)`, 'gu')

/**
 * A text whose runs of white space and of other characters are short, so that a pattern that reads a whole run from each
 * of its characters takes time in proportion to the text.
 */
export const withShortRuns = (text: string): string =>
  text
    .replace(spaces, (found) => (found.includes('\n') ? '\n\n' : ' '))
    .replace(run, (found) => (spaceless.test(found) ? found : `${found} `))

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
