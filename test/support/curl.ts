import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from './process.ts'

/** The search path for documented commands, with a stand-in for curl on a machine without. */
export function pathWithCurl(): string {
  const path = process.env.PATH ?? ''
  if (Bun.which('curl')) return path
  const folder = temporaryFolder()
  const script = `#!/bin/sh\nexec '${process.execPath}' '${import.meta.path}' "$@"\n`
  writeFileSync(join(folder, 'curl'), script, { mode: 0o755 })
  return `${path}:${folder}`
}

/** What the documented commands use of curl. */
async function curl(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      'show-error': { type: 'boolean', short: 'S' },
      'no-buffer': { type: 'boolean', short: 'N' },
      location: { type: 'boolean', short: 'L' },
      fail: { type: 'boolean', short: 'f' },
      include: { type: 'boolean', short: 'i' },
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd' },
      'proto-redir': { type: 'string' },
      output: { type: 'string', short: 'o' },
    },
  })
  const response = await fetch(positionals[0] ?? '', {
    method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
    headers: (values.header ?? []).map((line) => line.split(/: */, 2) as [string, string]),
    body: values.data,
  })
  if (values.fail && !response.ok) return 22
  const out = values.output === undefined ? Bun.stdout : Bun.file(values.output)
  const writer = out.writer()
  if (values.include) writer.write(`HTTP/1.1 ${response.status} ${response.statusText}\n\n`)
  for await (const bytes of response.body ?? []) {
    writer.write(bytes)
    await writer.flush()
  }
  await writer.end()
  return 0
}

if (import.meta.main) process.exit(await curl())
