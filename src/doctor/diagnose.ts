import { existsSync, statfsSync } from 'node:fs'
import { readRecord } from '../backup/record.ts'
import type { Config } from '../config.ts'
import { checkDatabase, databaseFile, openDatabase } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { findAdvice } from '../explain.ts'
import { checkBackup, checkRestorable } from './check-backups.ts'
import { checkVariables } from './check-configuration.ts'
import {
  checkContent,
  checkLog,
  checkMigrations,
  checkReplica,
  checkSecretKey,
  checkServerClock,
} from './check-database.ts'
import { checkDisk, checkFileSystem, checkPermissions, checkWriteAheadLog } from './check-files.ts'
import { checkAddress, checkCodeHost, checkEngines, checkServer } from './check-services.ts'
import {
  checkDeadJobs,
  checkKeys,
  checkLeases,
  checkRecurring,
  checkRedelivery,
  checkWebhooks,
} from './check-work.ts'
import { type Finding, type Machine, type OpenSubject, red, type Subject } from './finding.ts'

export const thisMachine: Machine = {
  now: () => new Date(),
  uid: process.getuid?.() ?? null,
  isContainer:
    existsSync('/.dockerenv') ||
    existsSync('/run/.containerenv') ||
    process.env.KUBERNETES_SERVICE_HOST !== undefined,
  statDisk(folder) {
    const { bavail, bsize, type } = statfsSync(folder)
    return { free: bavail * bsize, type }
  },
  fetch: (url, init) => fetch(url, init),
}

/** Checks an installation without changing it, in the order of the report. */
export async function diagnose(
  config: Config,
  env: Record<string, string | undefined>,
  machine: Machine,
): Promise<Finding[]> {
  const path = databaseFile(config.databaseUrl)
  const subject: Subject = { config, env, machine, path }
  const services = checkServices(subject)
  const findings = [checkVariables(subject), checkEngines(subject)]
  if (existsSync(config.dataDir)) {
    const log = checkWriteAheadLog(subject)
    findings.push(checkDisk(subject), checkFileSystem(subject), checkPermissions(subject))
    if (log) findings.push(log)
  }
  findings.push(...(await checkStored(subject)), ...(await services))
  return findings
}

/** The addresses are checked only while the server is running. */
async function checkServices(subject: Subject): Promise<Finding[]> {
  const { isRunning, finding } = await checkServer(subject)
  if (!isRunning) return [finding]
  return [finding, await checkAddress(subject, 'BASE_URL'), await checkAddress(subject, 'APP_URL')]
}

/** Everything that is read from the database; what needs the tables of this version, only if it is migrated. */
async function checkStored(subject: Subject): Promise<Finding[]> {
  const { config, path } = subject
  if (path && !existsSync(path))
    return [
      red('database', `There is no database at ${path}.`, 'Set DATA_DIR, or start a new one: herald serve'),
    ]
  const foreign = path && checkLog(path)
  if (foreign) return [foreign]
  const content = path ? [checkContent(path)] : []
  if (content.some(({ state }) => state === 'red')) return content
  let db: ReturnType<typeof openDatabase> | null = null
  try {
    db = openDatabase(config.databaseUrl, config.databaseAuthToken)
    await checkDatabase(db, config.databaseUrl)
    if (!(await wasMigrated(db)))
      return [red('database', 'This database was not created by Herald.', 'Set DATA_DIR or DATABASE_URL')]
    const open: OpenSubject = { ...subject, db, record: readRecord(config.dataDir) }
    const migrations = await checkMigrations(open)
    const findings = [...content, migrations]
    if (migrations.state === 'red') return findings
    findings.push(await checkSecretKey(open))
    if (!path) findings.push(await checkServerClock(open), ...(await checkReplica(open)))
    // A server may be backed up by other tools.
    if (path || open.record.backup || open.record.failure)
      findings.push(await checkBackup(open), checkRestorable(open))
    if (migrations.state === 'green') findings.push(...(await checkWork(open)))
    return findings
  } catch (error) {
    const reason = findAdvice(error)
    if (reason === null) throw error
    return [...content, red('database', reason, 'herald health')]
  } finally {
    db?.$client.close()
  }
}

async function checkWork(open: OpenSubject): Promise<Finding[]> {
  const checks = [checkDeadJobs, checkLeases, checkRecurring, checkWebhooks, checkRedelivery, checkKeys]
  const findings = await Promise.all(checks.map((check) => check(open)))
  return [...findings, ...(await checkCodeHost(open))]
}
