import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../db/table.ts'

export const jobStates = ['ready', 'running', 'done', 'dead'] as const
export const jobLanes = ['common', 'turns'] as const

export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    payload: text({ mode: 'json' }).notNull(),
    /** Unique: a repeated cause finds its job already there. */
    key: text().unique(),
    state: text({ enum: jobStates }).notNull().default('ready'),
    /** Jobs of one lane wait for each other, and for no others. */
    lane: text({ enum: jobLanes }).notNull().default('common'),
    /** Whose slots it takes, where a lane shares them out. */
    share: text(),
    /** Tries that failed. */
    failures: integer().notNull().default(0),
    /** Tries that ended with the process instead. */
    interruptions: integer().notNull().default(0),
    /** Crashes since its last completed step. From the third on it runs alone, and only crashes meanwhile count. */
    deaths: integer().notNull().default(0),
    /** Whether its attempt runs alone, so that no other suspect can cause a crash. */
    alone: flag().notNull().default(false),
    runAt: time().notNull(),
    /** Who runs it, and until when the others keep off. */
    leaseOwner: text(),
    leaseUntil: time(),
    error: text(),
    createdAt: time().notNull(),
    finishedAt: time(),
  },
  (table) => [
    index('jobs_due').on(table.lane, table.runAt).where(sql`state = 'ready'`),
    index('jobs_leased').on(table.leaseUntil).where(sql`state = 'running'`),
    index('jobs_finished').on(table.finishedAt).where(sql`finished_at is not null`),
  ],
)

export const jobSteps = sqliteTable(
  'job_steps',
  {
    jobId: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    result: text({ mode: 'json' }),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.name] })],
)
