import { t } from 'elysia'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { nextTime, type RecurringTask } from '../cron/arm.ts'
import { ExplainedError } from '../errors.ts'
import { defineJob } from '../jobs/define.ts'
import { isCompiled } from '../program.ts'
import { describeRetention } from './retention.ts'
import { isBucket } from './target.ts'

/** Runs a command of this program to its end and returns its output; rejects with its error. */
export type RunCommand = (args: string[], signal: AbortSignal) => Promise<string>

const name = 'backup.write'
const attempts = 3

/** The task that writes backups to BACKUP_TO; null without that setting. */
export function backupTask({ backup }: Pick<Config, 'backup'>): RecurringTask | null {
  return backup && { key: backupKey, pattern: backup.every, job: name, payload: {} }
}

export const backupKey = 'backup:write'

/** Writes a backup to BACKUP_TO in another process, so that the server keeps answering. */
export const createBackupJob = (run: RunCommand) =>
  defineJob(
    name,
    t.Object({}),
    async (ctx: Context, _, { number, signal }) => {
      const { backup } = ctx.config
      if (!backup) return
      const keep = describeRetention(backup.keep)
      const encrypted = backup.passphraseFile === null ? [] : ['--passphrase-file', backup.passphraseFile]
      const printed = await run(
        ['backup', folderOf(backup.to), '--keep', keep, ...encrypted, '--json'],
        signal,
      ).catch((error) => {
        if (number < attempts || !(error instanceof ExplainedError)) throw error
        const next = nextTime(backup.every, ctx.now()).toISOString()
        throw new BackupFailed(`${error.message} The next backup is due at ${next}.`)
      })
      const { file, bytes, removed } = JSON.parse(printed) as {
        file: string
        bytes: number
        removed: string[]
      }
      ctx.log.info({ file, bytes, removed: removed.length }, 'Saved and checked a backup.')
    },
    { title: 'Writing a backup', attempts },
  )

/** BACKUP_TO is a folder, also one that does not exist yet. */
const folderOf = (target: string) => (isBucket(target) || target.endsWith('/') ? target : `${target}/`)

/** Starts this program again with the arguments of a command. */
export const runInProcess: RunCommand = async (args, signal) => {
  // From a checkout, the main file is an argument of Bun.
  const program = isCompiled() ? [process.execPath] : [process.execPath, Bun.main]
  const child = Bun.spawn([...program, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', signal })
  const [printed, fault, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  signal.throwIfAborted()
  if (exitCode === 0) return printed
  const reason = fault
    .trim()
    .replace(/^herald: /, '')
    .replace('--passphrase-file', 'BACKUP_PASSPHRASE_FILE')
  throw new BackupFailed(reason || `The backup ended with ${exitCode}.`)
}

/** Unlike an OperatorError, it is tried again: a target may be out of reach for a while. */
class BackupFailed extends ExplainedError {}
