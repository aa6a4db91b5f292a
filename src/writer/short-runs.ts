/** No word is longer; URLs may be. */
export const maxRun = 200
const maxSpaces = 20

const spaces = new RegExp(`\\s{${maxSpaces},}`, 'gu')
const run = new RegExp(`\\S{${maxRun}}(?=\\S)`, 'gu')

/**
 * Shortens runs of white space and splits long runs of other characters, so that a pattern that rescans a run from each
 * of its characters stays linear.
 */
export const withShortRuns = (text: string): string =>
  text
    .replace(spaces, (found) => (found.includes('\n') ? '\n\n' : ' '))
    .replace(run, (found) => (spaceless.test(found) ? found : `${found} `))

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
