import { openEditor } from './editor.ts'
import { ImageTools } from './image-tools.tsx'

/** One chunk: each further chunk adds its name to the first script. */
export const editorParts = { openEditor, ImageTools }
