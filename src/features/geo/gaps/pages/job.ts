import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../../jobs/define.ts'
import { findSubject } from '../../../organizations/subject.ts'
import { projects } from '../../projects/table.ts'
import { readPagesOfProjects } from './read-projects.ts'

/** Reads the pages that engines cite for the gaps of a project. */
export const readCitedPagesJob = defineJob(
  'gap-pages.read',
  t.Object({ projectId: t.String() }),
  async (ctx, key, attempt) => (await import('./read-pages.ts')).readCitedPages(ctx, key, attempt),
  {
    title: 'Reading pages that engines cite',
    subject: (ctx, { projectId }) =>
      findSubject(
        ctx,
        sql`select organization_id, 'project ' || name as record from ${projects} where id = ${projectId}`,
      ),
    attempts: 3,
  },
)

/** Every day, so that new pages are read soon; each page is read once a week. */
export const readCitedPagesDaily = defineJob(
  'gap-pages.daily',
  t.Object({}),
  (ctx) => readPagesOfProjects(ctx, readCitedPagesJob),
  { title: 'Starting reads of cited pages' },
)
