import { openEditor } from './editor.ts'
import { ImageTools } from './image-tools.tsx'

/** What is loaded with the editor: every file that loads later is listed in the first script. */
export const editorParts = { openEditor, ImageTools }
