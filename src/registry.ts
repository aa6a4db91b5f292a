import type { RecurringTask } from './cron/arm.ts'
import { sweepRateLimits } from './http/rate-limits.ts'
import type { Job } from './jobs/define.ts'
import { sweepJobs } from './jobs/sweep.ts'

/** Every job that the runner knows. */
export const jobs: Job[] = [sweepJobs, sweepRateLimits]

/** What recurs for the whole installation; schedules of organizations are rows of their own. */
export const recurringTasks: RecurringTask[] = [
  { key: 'jobs:sweep', pattern: '17 * * * *', job: sweepJobs.name, payload: {} },
  { key: 'rate-limits:sweep', pattern: '*/10 * * * *', job: sweepRateLimits.name, payload: {} },
]
