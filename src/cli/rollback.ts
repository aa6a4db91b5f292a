import { describeUnsent, fileTarget, restoreInto, saveCurrent } from '../backup/restore.ts'
import { findLosses, findSnapshot, type Loss } from '../backup/rollback.ts'
import { readConfig } from '../config.ts'
import { claimStopped } from '../db/processes.ts'
import { findSecretKey } from '../secrets.ts'
import { defineCommand } from './command.ts'
import { checkKey, confirmReplacing, requireFile, requireYes, savedFirst } from './database-file.ts'

const rollback = defineCommand({
  name: 'rollback',
  summary: 'Return the database to the snapshot from before the last upgrade, while the server is stopped.',
  examples: ['rollback', 'rollback --to 0030_runs_of_events --yes'],
  options: {
    to: {
      type: 'string',
      value: 'NAME',
      help: 'Use the snapshot saved before this migration, instead of the newest one that can be opened.',
    },
    yes: { type: 'boolean', help: 'Skip the confirmation.' },
    'no-snapshot': { type: 'boolean', help: 'Do not save the current database first.' },
  },
  async run({ to, yes, 'no-snapshot': noSnapshot }, terminal) {
    const config = readConfig(terminal.env)
    const path = requireFile(config, 'herald rollback')
    const snapshot = findSnapshot(path, to)
    requireYes('rollback', yes, terminal)
    const target = fileTarget(path)
    const claim = claimStopped(path)
    try {
      const savedAt = snapshot.savedAt.toISOString()
      terminal.print(`The snapshot before migration ${snapshot.before} is from ${savedAt}.`)
      terminal.print('Everything written since then is lost:')
      for (const loss of findLosses(path, snapshot)) terminal.print(`  ${describeLoss(loss)}`)
      terminal.print('  changes to rows that the snapshot contains')
      if (!yes) await confirmReplacing(terminal, path, 'this snapshot')
      const key = findSecretKey(config)
      let saved: string | null = null
      const unsent = await restoreInto(target, snapshot.file, {
        endSessions: false,
        check: (copy) => checkKey(copy, key),
        async beforeWrite() {
          if (!noSnapshot)
            saved = await savedFirst('roll back', () =>
              saveCurrent(target, 'rollback', key, new Date(), snapshot.file),
            )
        },
      })
      terminal.print(`Rolled back ${path} to the snapshot.`)
      if (saved) terminal.print(`The replaced database is ${saved}. To get it back, use "herald restore".`)
      const skipped = describeUnsent(unsent)
      if (skipped) terminal.print(skipped)
      terminal.print('Start the version that you used before: a later one migrates the database again.')
    } finally {
      claim.leave()
    }
  },
})

export const commands = [rollback]

const describeLoss = ({ table, now, then }: Loss) =>
  then === null
    ? `${table}: ${now} rows in a table that the snapshot does not have`
    : `${table}: ${now - then} of ${now} rows`
