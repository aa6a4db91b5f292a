import { Changes } from './changes.tsx'
import { Details } from './details.tsx'
import { History } from './history.tsx'

/** Views that are loaded together: every file that loads later is listed in the first script. */
export const views = { Changes, Details, History }
