import { toMarkdown } from './paste.ts'
import { openSearch } from './search.ts'

/** One chunk, loaded when the editor gets the focus: each further chunk adds its name to the first script. */
export const laterParts = { openSearch, toMarkdown }
