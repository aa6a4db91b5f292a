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
    /** Unique, so that a repeated cause does not insert a second job. */
    key: text().unique(),
    state: text({ enum: jobStates }).notNull().default('ready'),
    /** A lane has its own concurrency limit. */
    lane: text({ enum: jobLanes }).notNull().default('common'),
    /** Owner of the slots it uses, if the lane shares its slots fairly. */
    share: text(),
    /** Failed attempts. */
    failures: integer().notNull().default(0),
    /** Attempts that ended because the process stopped or the connection to the database server was lost. */
    interruptions: integer().notNull().default(0),
    /** Crashes since its last completed step. After three, it runs alone and only crashes during that count. */
    deaths: integer().notNull().default(0),
    /** Whether its attempt runs alone, so that no other suspect can cause a crash. */
    alone: flag().notNull().default(false),
    runAt: time().notNull(),
    /** The process that runs it, and until when others may not claim it. */
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
