// bun test/support/create-templates.ts FOLDER: the migrated databases of a check, of which test files make copies.
import { createTemplates } from './engine.ts'

const [folder = ''] = process.argv.slice(2)
await createTemplates(folder)
