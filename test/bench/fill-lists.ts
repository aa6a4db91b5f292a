import { Database } from 'bun:sqlite'

/** The owners of the rows. */
export type Owners = { organizationId: string; integrationIds: [string, string]; projectId: string }

const day = 24 * 60 * 60 * 1000

/**
 * Fills every table that a list reads with the same number of rows. Triggers and indexes are dropped
 * meanwhile: counts are then summed and indexes sorted in one pass, which takes a fraction of the time.
 */
export function fillLists(
  path: string,
  { organizationId, integrationIds, projectId }: Owners,
  count: number,
) {
  using database = new Database(path)
  // Without a journal: an interrupted run starts again with an empty folder.
  database.run('pragma journal_mode = off')
  database.run('pragma synchronous = off')
  database.run('pragma cache_size = -200000')
  database.run('pragma foreign_keys = off')
  const tables = rows.map((statement) => /insert into (\w+)/.exec(statement)?.[1] ?? '')
  const aside = database
    .query<{ type: string; name: string; sql: string }, [string]>(
      `select type, name, sql from sqlite_master where sql is not null and type in ('trigger', 'index')
        and tbl_name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(tables))
  for (const { type, name } of aside) database.run(`drop ${type} ${name}`)
  const values = {
    ...{ $organization: organizationId, $project: projectId, $count: count, $start: Date.now() - 6 * day },
    ...{ $one: integrationIds[0], $other: integrationIds[1] },
  }
  for (const statement of [...rows, ...counts]) {
    const used = Object.entries(values).filter(([name]) => statement.includes(name))
    database.prepare(statement).run(Object.fromEntries(used))
  }
  for (const { sql } of aside) database.run(sql)
  database.run('pragma journal_mode = wal')
}

const numbers = 'with recursive n(n) as (select 1 union all select n + 1 from n where n < $count)'
/** A time-ordered id of a row. */
const id = "printf('%016x', n)"
const time = '$start + n * 400'
const pick = (words: string[]) =>
  `case n % ${words.length} ${words.map((word, at) => `when ${at} then '${word}'`).join(' ')} end`

const briefDocument = JSON.stringify({
  ...{ targetPrompt: 'best tool', intent: 'compare', contentSubtype: 'comparison', workingTitle: 'Title' },
  ...{ audience: 'teams', jobToBeDone: 'choose', sections: [], questionsToAnswer: [], internalLinks: [] },
  acceptanceChecklist: [],
})

/** Of lists with a maximum, the other rows belong to other projects and organizations; 1,000 approvals are open. */
const rows = [
  `${numbers} insert into posts (id, organization_id, content_type, status, created_at, updated_at, published_at, slug,
      title, markdown, content)
    select ${id}, $organization, ${pick(['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'changelog'])},
      ${pick(['published', 'draft', 'published'])}, ${time}, ${time}, case when n % 3 != 1 then ${time} end,
      'post-' || n, 'Post ' || n, 'Text', '<p>Text</p>' from n`,
  `${numbers} insert into collections (id, organization_id, source, source_id, name, name_source, content_types,
      expected_post_count, created_at, updated_at)
    select ${id}, $organization, 'api', n, 'Collection ' || n, 'generated', '["changelog"]', 1, ${time}, ${time} from n`,
  `${numbers} insert into webhook_logs (id, organization_id, integration_id, reference_id, title, status, status_code,
      payload, processed, verified, created_at)
    select '', $organization, case n % 4 when 0 then $other else $one end, 'delivery-' || n,
      case n % 10 when 0 then 'Invalid payload' else 'Processed push event' end,
      case n % 10 when 0 then 'failed' else 'success' end, case n % 10 when 0 then 400 else 200 end,
      case n % 10 when 3 then '{"event":"push","filtered":true}' end, n % 10 not in (0, 3), 1, ${time} from n`,
  `${numbers} insert into generation_jobs (id, organization_id, status, content_type, repository_ids, source,
      created_at, updated_at)
    select ${id}, $organization, ${pick(['completed', 'failed', 'completed', 'skipped'])}, 'changelog',
      json_array(case n % 4 when 0 then $other else $one end), 'automation', ${time}, ${time} from n`,
  `${numbers} insert into feedback (id, organization_id, project_id, source, kind, status, created_at, updated_at,
      similar_to, message)
    select ${id}, $organization, case n % 3 when 0 then $project else '' end, 'api',
      ${pick(['bug', 'feature', 'praise', 'question', 'other'])}, ${pick(['new', 'triaged', 'resolved', 'archived'])},
      ${time}, ${time}, case when n % 4 then printf('%016x', n - n % 4) end, 'It stops.' from n where n > 3`,
  `${numbers} insert into agent_sessions (id, organization_id, surface, status, started_by, next_index, turns,
      created_at, updated_at)
    select ${id}, case when n <= 50000 then $organization else 'organization-' || n / 50000 end, 'task', 'completed',
      'api-key:x', 1, 1, ${time}, ${time} from n`,
  `${numbers} insert into approvals (id, organization_id, conversation_kind, conversation_id, call_id, tool, input,
      input_hash, prompt, status, asked_by, created_at, expires_at)
    select ${id}, $organization, 'session', ${id}, 'call', 'delete_post', '{}', '', '{"kind":"text","lines":[]}',
      case when n > $count - 1000 then 'open' else 'approved' end, 'api-key:x', ${time}, ${time} + 1000000000 from n`,
  `${numbers} insert into geo_scans (id, organization_id, project_id, status, cause, plan, planned, started_at, created_at)
    select ${id}, $organization, case when n <= 50000 then $project else 'project-' || n / 50000 end, 'completed',
      'recurring', '{"skipped":[]}', 10, ${time}, ${time} from n`,
  `${numbers} insert into chats (id, organization_id, title, title_source, started_by, created_at, updated_at)
    select ${id}, case when n <= 50000 then $organization else 'organization-' || n / 50000 end, 'Chat ' || n, 'generated', 'api-key:x', ${time}, ${time} from n`,
  `${numbers} insert into activities (integration_id, delivery_id, kind, action, data, created_at)
    select case n % 4 when 0 then $other else $one end, 'event-' || n, 'pull_request', 'closed', '{}', ${time} from n`,
  `${numbers} insert into geo_prompts (id, project_id, prompt, folded, tags, created_at)
    select ${id}, case when n <= 5000 then $project else 'project-' || n / 5000 end, 'Prompt ' || n, 'prompt ' || n, '[]',
      ${time} from n`,
  `${numbers} insert into geo_briefs (id, organization_id, project_id, topic, working_title, status, source_kind,
      competitor_ids, created_at, updated_at, document, evidence)
    select ${id}, $organization, case when n <= 5000 then $project else 'project-' || n / 5000 end, 'Topic ' || n,
      'Title ' || n, 'completed', 'manual', '[]', ${time}, ${time}, '${briefDocument}', '{"claims":[]}' from n`,
  `${numbers} insert into api_keys (id, organization_id, name, start, hash, scopes, created_at)
    select ${id}, case when n < 500 then $organization else 'organization-' || n / 500 end, 'Key ' || n, 'herald_', n,
      '[]', ${time} from n`,
  `${numbers} insert into users (id, email, name, created_at)
    select ${id}, n || '@acme.test', 'Person ' || n, ${time} from n`,
  `${numbers} insert into members (user_id, organization_id, role, created_at)
    select ${id}, case when n <= 500 then $organization else 'organization-' || n / 500 end, 'member', ${time} from n`,
]

const counts = [
  `insert into post_counts (organization_id, status, content_type, brand_identity_id, total)
    select organization_id, status, content_type, brand_identity_id, count(*) from posts group by 1, 2, 3, 4`,
  'insert into collection_counts (organization_id, total) select organization_id, count(*) from collections group by 1',
  `insert into webhook_log_counts (organization_id, integration_id, type, total)
    select organization_id, integration_id, type, count(*) from webhook_logs group by 1, 2, 3`,
  `insert into generation_job_counts (organization_id, status, total)
    select organization_id, status, count(*) from generation_jobs group by 1, 2`,
  `insert into feedback_counts (organization_id, status, kind, project_id, total)
    select organization_id, status, kind, project_id, count(*) from feedback group by 1, 2, 3, 4`,
]
