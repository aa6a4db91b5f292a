import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { runSchedule } from './work.ts'

export const runScheduleJob = defineJob('schedules.run', t.Object({ scheduleId: t.String() }), runSchedule)
