import { type SQL, sql } from 'drizzle-orm'

/** Cost in cents of the stored answers of a job, by its key, as SQL. */
export const centsSpent = (key: string) => sql<number>`(
  select coalesce(sum(result ->> '$.usage.cents'), 0)
  from job_steps join jobs on jobs.id = job_steps.job_id where jobs.key = ${key})`

/** Steps that request a text, last one first. */
const textSteps = ['repair', 'write', 'plan']
const maxAnswer = 100_000

/**
 * SQL for the model's last non-empty answer in the job with a key: the raw text if it could not be parsed. Null if
 * there is no such answer.
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
