// Builds the npm package of the SDK alone: bun run sdk [FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { sdkPackage } from './npm.ts'
import { buildSdk, readDocument } from './sdk.ts'

const folder = process.argv[2] ?? 'dist'
const license = readFileSync(join(import.meta.dir, '../../LICENSE'))
const about = { version, scope: '@herald', time: new Date(0) }
const { file, bytes } = sdkPackage(about, await buildSdk(await readDocument()), license)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, file), bytes)
console.log(join(folder, file))
