// Builds the one binary: bun build.ts [--target bun-linux-x64] [--outfile dist/herald]
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { target: { type: 'string' }, outfile: { type: 'string' } } })
const outfile = values.outfile ?? 'dist/herald'

const result = await Bun.build({
  entrypoints: [`${import.meta.dir}/src/main.ts`],
  // Identifiers stay: Elysia reads its handlers' sources to see what they use.
  minify: { whitespace: true, syntax: true },
  // What is parsed here need not be parsed at each start.
  bytecode: true,
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
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
