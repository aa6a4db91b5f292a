import { Database } from 'bun:sqlite'
import { chmodSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Finding, formatBytes, green, red, type Subject, yellow } from './finding.ts'

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Free space against the size of the database: an upgrade needs 1.2 times its size, a backup as much again. */
export function checkDisk({ config, path, machine }: Subject): Finding {
  const check = 'disk'
  const folder = path ? dirname(path) : config.dataDir
  const { free } = machine.statDisk(folder)
  const size = path ? sizeOf(path) + sizeOf(`${path}-wal`) : 0
  const text = `${formatBytes(free)} free in ${folder}; the database needs ${formatBytes(size)}.`
  const fix = 'Free space on this disk, or shorten the retention: herald org limits --org S --log-retention 7'
  if (free < Math.max(1.2 * size, 64 * 1024 * 1024)) return red(check, text, fix)
  return free < 3 * size ? yellow(check, text, fix) : green(check, text)
}

const largeLog = 256 * 1024 * 1024

/** The size of the write-ahead log, which a long read keeps from being emptied. */
export function checkWriteAheadLog({ path }: Subject): Finding | null {
  if (!path) return null
  const check = 'write-ahead log'
  const size = sizeOf(`${path}-wal`)
  const text = `The size of the write-ahead log is ${formatBytes(size)}.`
  if (size <= largeLog) return green(check, text)
  return {
    ...yellow(check, text, 'herald doctor --fix'),
    repair() {
      using database = new Database(path)
      database.run('pragma busy_timeout = 5000')
      database.run('pragma wal_checkpoint(truncate)')
      return `Emptied the write-ahead log of ${path}.`
    },
  }
}

type Permission = { file: string; mode: number }

/** Files and folders with secrets, which only the user of the server may read. */
export function checkPermissions({ config, path, machine }: Subject): Finding {
  const check = 'permissions'
  const folders = [...new Set([config.dataDir, ...(path ? [dirname(path)] : [])])]
  const files = [join(config.dataDir, 'secret.key'), ...(path ? [path, `${path}-wal`] : [])]
  const wanted: Permission[] = [
    ...folders.map((file) => ({ file, mode: 0o700 })),
    ...files.map((file) => ({ file, mode: 0o600 })),
  ]
  const existing = wanted.flatMap((each) => {
    const stat = statSync(each.file, { throwIfNoEntry: false })
    return stat ? [{ ...each, stat }] : []
  })
  const foreign = existing.find(({ stat }) => machine.uid !== null && stat.uid !== machine.uid)
  if (foreign)
    return red(
      check,
      `${foreign.file} belongs to user ${foreign.stat.uid}, but this command runs as user ${machine.uid}.`,
      `Run this command as the user of the server, or: chown -R ${machine.uid} ${dirname(foreign.file)}`,
    )
  const open = existing.filter(({ stat }) => (stat.mode & 0o077) !== 0)
  const [first] = open
  if (!first) return green(check, 'Only the user of the server can read its files.')
  return {
    ...yellow(
      check,
      `Other users can read ${first.file} (mode ${(first.stat.mode & 0o777).toString(8)}).`,
      'herald doctor --fix',
    ),
    repair() {
      for (const { file, mode } of open) chmodSync(file, mode)
      return `Changed the mode of ${open.map(({ file }) => file).join(', ')}.`
    },
  }
}

/** Numbers of statfs(2) on Linux. */
const fileSystems: Record<number, { name: string; fault: 'lost' | 'shared' }> = {
  26985: { name: 'NFS', fault: 'shared' },
  4283649346: { name: 'CIFS', fault: 'shared' },
  4266872130: { name: 'SMB', fault: 'shared' },
  16914839: { name: '9p', fault: 'shared' },
  2035054128: { name: 'overlay', fault: 'lost' },
  16914836: { name: 'tmpfs', fault: 'lost' },
}

/** The file system of the database: the write-ahead log needs shared memory, and a container needs a volume. */
export function checkFileSystem({ config, path, machine }: Subject): Finding {
  const check = 'file system'
  const folder = path ? dirname(path) : config.dataDir
  const found = fileSystems[machine.statDisk(folder).type]
  if (!found) return green(check, `${folder} is on a disk of this machine.`)
  const { name, fault } = found
  if (fault === 'shared' && path)
    return red(
      check,
      `The database is on ${name}, where SQLite cannot share memory between processes.`,
      'Move DATA_DIR to a disk of this machine.',
    )
  if (fault === 'lost' && machine.isContainer)
    return red(
      check,
      `${folder} is on ${name} inside the container, and is deleted with it.`,
      `Mount a volume: docker run -v herald:${folder}`,
    )
  return fault === 'lost' && name === 'tmpfs'
    ? yellow(
        check,
        `${folder} is in memory, and is lost when the machine restarts.`,
        'Move DATA_DIR to a disk.',
      )
    : green(check, `${folder} is on ${name}.`)
}
