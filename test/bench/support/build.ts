import { join } from 'node:path'
import { $ } from 'bun'

const root = `${import.meta.dir}/../../..`

/** The binary, built as for a release. */
export async function buildHerald(folder: string): Promise<string> {
  const outfile = join(folder, 'herald')
  await $`${process.execPath} build.ts --outfile ${outfile}`.cwd(root).quiet()
  return outfile
}

/** A single source file as a binary of its own. */
export async function compile(source: string, outfile: string): Promise<string> {
  const result = await Bun.build({ entrypoints: [source], compile: { outfile } })
  if (!result.success) throw new AggregateError(result.logs, `${source} could not be compiled.`)
  return outfile
}
