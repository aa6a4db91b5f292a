import { sweepAnswers } from './codehost/github-cache.ts'
import type { RecurringTask } from './cron/arm.ts'
import { analyzeBrandJob, sweepAnalyses } from './features/brand-identities/job.ts'
import { readActivityJob, sweepGenerations, writePostJob } from './features/generation/job.ts'
import { runScheduleJob } from './features/generation/start.ts'
import { lookAtRepositoryJob, sweepWebhooks } from './features/webhooks/job.ts'
import { sweepRateLimits } from './http/rate-limits.ts'
import type { Job } from './jobs/define.ts'
import { sweepJobs } from './jobs/runner.ts'

/** Every job that the runner knows. */
export const jobs: Job[] = [
  readActivityJob,
  writePostJob,
  runScheduleJob,
  analyzeBrandJob,
  sweepGenerations,
  lookAtRepositoryJob,
  sweepWebhooks,
  sweepAnalyses,
  sweepAnswers,
  sweepRateLimits,
  sweepJobs,
]

/** What recurs for the whole installation; schedules of organizations are rows of their own. */
export const recurringTasks: RecurringTask[] = [
  { key: 'rate-limits:sweep', pattern: '* * * * *', job: sweepRateLimits.name, payload: {} },
  { key: 'webhooks:sweep', pattern: '7 * * * *', job: sweepWebhooks.name, payload: {} },
  { key: 'jobs:sweep', pattern: '17 * * * *', job: sweepJobs.name, payload: {} },
  { key: 'generation:sweep', pattern: '27 * * * *', job: sweepGenerations.name, payload: {} },
  { key: 'codehost:sweep', pattern: '47 3 * * *', job: sweepAnswers.name, payload: {} },
  { key: 'brand-identities:sweep', pattern: '37 * * * *', job: sweepAnalyses.name, payload: {} },
]
