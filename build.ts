// Builds the one binary: bun build.ts [--target bun-linux-x64] [--outfile dist/herald] [--release JSON]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bundle, bundle } from './src/assets/bundle.ts'

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    outfile: { type: 'string' },
    // JSON of src/upgrade/release-source.ts
    release: { type: 'string', default: 'null' },
  },
})
const outfile = values.outfile ?? 'dist/herald'
// The same path for every build: the names of files in the binary depend on it.
const folder = join(import.meta.dir, 'node_modules/.cache/herald-assets')

const module = await writeAssets(await bundle())
const result = await Bun.build({
  entrypoints: ['main.ts', 'db/reader-thread.ts', 'db/log-thread.ts', 'text-worker.ts'].map(
    (file) => `${import.meta.dir}/src/${file}`,
  ),
  // Threads are found beside the bundle, as they are found beside their importer in a checkout.
  naming: { entry: '[name].[ext]' },
  // Identifiers stay: Elysia reads its handlers' sources to see what they use.
  minify: { whitespace: true, syntax: true },
  // What is parsed here need not be parsed at each start.
  bytecode: true,
  // The start reads only the chunks that it needs.
  splitting: true,
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [
    { name: 'browser-assets', setup: carryAssets },
    { name: 'unused-theme', setup: leaveOutTheme },
    { name: 'release-source', setup: nameRelease },
  ],
  compile: {
    outfile,
    ...(values.target ? { target: values.target as Bun.Build.CompileTarget } : {}),
    // The folder it is started from must not configure it.
    autoloadDotenv: false,
    autoloadBunfig: false,
  },
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)
console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1024 / 1024)} MB`)

/** The binary carries what browsers load ready made, in the place of the module that makes it. */
function carryAssets(build: Bun.PluginBuilder) {
  build.onLoad({ filter: /src\/assets\/bundle\.ts$/ }, () => ({ loader: 'js', contents: module }))
}

/** Themes of a page that the plugin of the API document can serve and Herald does not; loading them takes 40 ms. */
function leaveOutTheme(build: Bun.PluginBuilder) {
  build.onLoad({ filter: /@scalar\/themes\/.*\.js$/ }, () => ({
    loader: 'js',
    contents: "export const elysiajsTheme = ''",
  }))
}

/** The binary of a release knows where newer ones are, and the key that verifies them. */
function nameRelease(build: Bun.PluginBuilder) {
  const contents = `export const releaseSource = ${JSON.stringify(JSON.parse(values.release))}`
  build.onLoad({ filter: /src\/upgrade\/release-source\.ts$/ }, () => ({ loader: 'js', contents }))
}

/** Writes the files of a bundle down and gives a module that reads them. */
async function writeAssets({ page, publicStyle, widget, files }: Bundle): Promise<string> {
  const imports: string[] = []
  const listed: string[] = []
  for (const [name, { type, gzip }] of Object.entries(files)) {
    const path = join(folder, `${name}.gz`)
    await Bun.write(path, await gzip())
    imports.push(`import f${imports.length} from ${JSON.stringify(path)} with { type: 'file' }`)
    const read = `gzip: () => Bun.file(f${listed.length}).bytes()`
    listed.push(`${JSON.stringify(name)}: { type: ${JSON.stringify(type)}, ${read} }`)
  }
  return `${imports.join('\n')}
const bundled = {
  page: ${JSON.stringify(page)},
  publicStyle: ${JSON.stringify(publicStyle)},
  widget: ${JSON.stringify(widget)},
  files: { ${listed.join(', ')} },
}
export const bundle = async () => bundled`
}
