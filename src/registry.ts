import { createBackupJob, runInProcess } from './backup/job.ts'
import { sweepAnswers } from './codehost/github-cache.ts'
import type { RecurringTask } from './cron/arm.ts'
import { readFactJob } from './features/brand-identities/facts/job.ts'
import { analyzeBrandJob, sweepAnalyses } from './features/brand-identities/job.ts'
import { sweepApprovals } from './features/conversations/approvals/job.ts'
import { titleChatJob } from './features/conversations/chats/job.ts'
import { sweepAgentSessions, turnJob } from './features/conversations/sessions/job.ts'
import { deliverJob } from './features/destinations/job.ts'
import { readActivityJob, sweepGenerations, writePostJob } from './features/generation/job.ts'
import { runScheduleJob } from './features/generation/start.ts'
import { writeBriefJob } from './features/geo/briefs/job.ts'
import { planBriefJob, sweepPlans } from './features/geo/briefs/planning/job.ts'
import { readCitedPagesDaily, readCitedPagesJob } from './features/geo/gaps/pages/job.ts'
import { scanReadinessJob } from './features/geo/readiness/job.ts'
import {
  closeScanJob,
  repeatScanJob,
  rescoreJob,
  runScanJob,
  sweepProjectJob,
  sweepScans,
} from './features/geo/scans/job.ts'
import { disconnectJob, syncQueriesJob, syncWeekly } from './features/geo/search-console/job.ts'
import { readSitemapJob, sweepSitemaps } from './features/geo/sitemaps/job.ts'
import { foldTrafficJob, refreshRanges, sweepTraffic } from './features/geo/traffic/job.ts'
import { syncAppJob } from './features/integrations/github-app/job.ts'
import {
  collectDigestsJob,
  collectNotificationsJob,
  sendNotificationJob,
} from './features/notifications/job.ts'
import { type AfterPublication, publishedJob, publishPostJob } from './features/posts/job.ts'
import { sweepImages } from './features/public-page/job.ts'
import { sweepSessions } from './features/sessions/job.ts'
import { releaseDigestsJob, sendMailsJob, sweepSubscribers } from './features/subscribers/job.ts'
import {
  catchUpRepositoryJob,
  checkAppOfOrganization,
  heartbeat,
  hourlyChecks,
  pollRepositoryJob,
  sweepWebhooks,
} from './features/webhooks/job.ts'
import { heartbeatPattern } from './features/webhooks/polling/outages.ts'
import { sweepToolCalls } from './http/idempotency.ts'
import { sweepIdempotencyKeys } from './http/idempotency-keys.ts'
import { sweepRateLimits } from './http/rate-limits.ts'
import type { Job } from './jobs/define.ts'
import { sweepJobs } from './jobs/runner.ts'
import { sendLetterJob } from './mail/letter-job.ts'
import { textChecks } from './text-checks.ts'

/** Recurring jobs of the whole server, in UTC; schedules of organizations are stored as rows. */
const sweeps: [pattern: string, job: Job][] = [
  ['* * * * *', sweepRateLimits],
  [heartbeatPattern, heartbeat],
  ['7 * * * *', sweepWebhooks],
  ['2 * * * *', hourlyChecks],
  ['17 * * * *', sweepJobs],
  ['27 * * * *', sweepGenerations],
  ['37 * * * *', sweepAnalyses],
  ['47 3 * * *', sweepAnswers],
  ['57 * * * *', sweepSessions],
  ['12 * * * *', sweepAgentSessions],
  ['*/10 * * * *', sweepScans],
  ['52 * * * *', sweepPlans],
  ['3-59/10 * * * *', sweepSitemaps],
  ['*/15 * * * *', sweepApprovals],
  ['22 * * * *', sweepTraffic],
  ['32 4 * * *', refreshRanges],
  ['12 4 * * *', sweepToolCalls],
  ['34 * * * *', sweepIdempotencyKeys],
  ['42 3 * * *', sweepImages],
  ['0 6 * * 1', syncWeekly],
  ['42 5 * * *', readCitedPagesDaily],
  ['* * * * *', sendMailsJob],
  ['* * * * *', collectNotificationsJob],
  ['0 8 * * 1', releaseDigestsJob],
  ['0 8 * * 1', collectDigestsJob],
  ['52 3 * * *', sweepSubscribers],
]

export const recurringTasks: RecurringTask[] = sweeps.map(([pattern, { name }]) => ({
  key: name.replace('.', ':'),
  pattern,
  job: name,
  payload: {},
}))

const sendByRule: AfterPublication = async (ctx, postId) => {
  const { queueByRule } = await import('./features/destinations/send-by-rule.ts')
  return queueByRule(ctx, postId)
}

const mailSubscribers: AfterPublication = async (ctx, postId, signal) => {
  const { queueMails } = await import('./features/subscribers/queue-mails.ts')
  await queueMails(ctx, postId, signal)
  return []
}

/** Every job that the runner can run. */
export const jobs: Job[] = [
  turnJob,
  titleChatJob,
  readActivityJob,
  writePostJob,
  syncAppJob,
  checkAppOfOrganization,
  publishPostJob(textChecks),
  deliverJob,
  publishedJob([sendByRule, mailSubscribers]),
  sendLetterJob,
  sendNotificationJob,
  runScheduleJob,
  analyzeBrandJob,
  readFactJob,
  pollRepositoryJob,
  catchUpRepositoryJob,
  runScanJob,
  closeScanJob,
  repeatScanJob,
  rescoreJob,
  sweepProjectJob,
  planBriefJob,
  writeBriefJob,
  readSitemapJob,
  foldTrafficJob,
  syncQueriesJob,
  disconnectJob,
  scanReadinessJob,
  readCitedPagesJob,
  createBackupJob(runInProcess),
  ...sweeps.map(([, job]) => job),
]
