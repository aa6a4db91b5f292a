import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathWithCurl } from './curl.ts'
import { program, temporaryFolder } from './process.ts'
import { freePort } from './sqld.ts'

const folders = ['/var/lib/herald', '/var/backups', '/usr/local/bin']

/**
 * A machine on which an operator's printed commands can be run: its folders, `herald` and `systemctl` are
 * replacements.
 */
export async function openHost() {
  const root = temporaryFolder()
  const port = await freePort()
  const pathOf = (path: string) => join(root, path)
  for (const folder of [...folders, '/stubs', '/work', '/tmp']) mkdirSync(pathOf(folder), { recursive: true })
  const write = (path: string, lines: string[]) =>
    writeFileSync(pathOf(path), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 })
  const quoted = program.map((word) => `'${word}'`).join(' ')
  write('/usr/local/bin/herald', [
    `DATA_DIR='${pathOf('/var/lib/herald')}' PORT=${port} LOG_LEVEL=warn exec ${quoted} "$@"`,
  ])
  const pid = pathOf('/pid')
  write('/stubs/systemctl', [
    `if [ "$1" = start ]; then herald serve > '${pathOf('/log')}' 2>&1 & echo $! > '${pid}'; exit; fi`,
    // Without a running server there is none to stop.
    `[ -f '${pid}' ] || exit 0`,
    `kill "$(cat '${pid}')" && while kill -0 "$(cat '${pid}')" 2> /dev/null; do sleep 0.1; done; rm '${pid}'`,
  ])
  // The server's system user does not exist here.
  write('/stubs/chown', ['exit 0'])
  write('/stubs/sudo', ['shift 2', 'exec "$@"'])

  return {
    pathOf,
    /** Runs a block of commands to its end and returns its output; a command that fails ends it. */
    async run(block: string): Promise<string> {
      const moved = folders
        .reduce((text, folder) => text.replaceAll(folder, pathOf(folder)), block)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      const child = Bun.spawn(['bash', '-euc', moved], {
        cwd: pathOf('/work'),
        env: {
          PATH: `${pathOf('/stubs')}:${pathOf('/usr/local/bin')}:${pathWithCurl()}`,
          HOME: process.env.HOME ?? '',
          TMPDIR: pathOf('/tmp'),
        },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [text, problem, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      if (exitCode !== 0) throw new Error(`These commands ended with ${exitCode}: ${problem}\n${moved}`)
      return text
    },
  }
}
