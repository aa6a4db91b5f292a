import { openEditor } from './editor.ts'
import { TextTools } from './text-tools.tsx'

/** One chunk: each further chunk adds its name to the first script. */
export const editorParts = { openEditor, TextTools }
