import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plugin } from 'bun'
import { createApi } from '../../src/api.ts'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'

const root = join(import.meta.dir, '../..')

/** A file of a package; its path starts at the root of the package. */
export type PackageFile = { path: string; bytes: Uint8Array }

type Operation = { responses: Record<string, { content?: object }> }
/** The part of an OpenAPI document that is read here. */
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

/** The OpenAPI document of this version. */
export async function readDocument(): Promise<OpenApi> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-openapi-'))
  const ctx = createContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }))
  try {
    const response = await createApi(ctx).handle(new Request('http://localhost/openapi.json'))
    return (await response.json()) as OpenApi
  } finally {
    ctx.db.$client.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of the SDK: the operations of an OpenAPI document and the hand-written part, as JavaScript with types. */
export async function buildSdk(document: OpenApi): Promise<PackageFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-sdk-'))
  try {
    cpSync(join(root, 'sdk'), folder, { recursive: true })
    // Without it the compiler would write CommonJS.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await generateOperations(document, join(folder, 'src/generated'))
    await compile(folder)
    const built = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
    return built.map((path) => ({ path: path.slice(folder.length + 1), bytes: readFileSync(path) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a class with a method for each operation, and the types of all inputs and outputs. */
async function generateOperations(document: OpenApi, folder: string): Promise<void> {
  provideOlderCompiler()
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: withoutStreams(document) as never,
    output: { path: folder, module: { extension: '.ts' } },
    plugins: [
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations' },
        responseStyle: 'data',
      },
      { name: '@hey-api/client-fetch', throwOnError: true },
    ],
    logs: { level: 'silent' },
  })
}

/** The generator's reader of streams would send a message again after a lost connection; they are read by hand. */
function withoutStreams(document: OpenApi): OpenApi {
  const isStream = (operation: Operation) => {
    const types = Object.keys(operation.responses[200]?.content ?? {})
    return types.some((type) => type === 'text/event-stream' || type === 'application/x-ndjson')
  }
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).filter(([, operation]) => !isStream(operation))),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** The generator uses the compiler's old API, which version 7 no longer has. */
export function provideOlderCompiler() {
  plugin({
    name: 'typescript-6',
    setup: (build) =>
      void build.module('typescript', async () => ({
        exports: await import('@typescript/typescript6'),
        loader: 'object',
      })),
  })
}

async function compile(folder: string): Promise<void> {
  const compiler = Bun.spawn(
    [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const [output, exitCode] = await Promise.all([compiler.stdout.text(), compiler.exited])
  if (exitCode !== 0) throw new Error(`The SDK does not compile:\n${output}`)
}
