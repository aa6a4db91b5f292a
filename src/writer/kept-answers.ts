import { type SQL, sql } from 'drizzle-orm'

/** What the answers cost that a job has kept, by its key: cents, within a statement. */
export const centsSpent = (key: string) => sql<number>`(
  select coalesce(sum(result ->> '$.usage.cents'), 0)
  from job_steps join jobs on jobs.id = job_steps.job_id where jobs.key = ${key})`

/** Names of the steps that ask for a text, the last one first. */
const textSteps = ['repair', 'write', 'plan']
const maxAnswer = 100_000

/**
 * SQL for the model's last non-empty answer in the job with a key: the raw text if
 * nothing could be read in it. Null if there is no such answer.
 */
export const lastAnswer = (key: string | SQL) => sql<string | null>`(
  select substr(coalesce(
    nullif(result ->> '$.text', ''), result ->> '$.object.markdown', result ->> '$.object.summary', result ->> '$.object'
  ), 1, ${maxAnswer}) as answer
  from job_steps join jobs on jobs.id = job_steps.job_id
  where jobs.key = ${key} and job_steps.name in (${sql.join(
    textSteps.map((name) => sql`${name}`),
    sql`, `,
  )})
    and answer <> ''
  order by job_steps.name = 'repair' desc limit 1)`
