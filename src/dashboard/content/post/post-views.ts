import { Changes } from './changes.tsx'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { Picture } from './picture.tsx'
import { Preview } from './preview.tsx'
import { PublicationNotice } from './publication-notice.tsx'

/** One chunk: each further chunk adds its name to the first script. */
export const views = { Changes, Details, History, Picture, Preview, PublicationNotice }
