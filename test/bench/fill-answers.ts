import { Database } from 'bun:sqlite'
import { type CountedCheck, packTallies } from '../../src/features/geo/scans/answer-counts.ts'
import type { Plan } from '../../src/features/geo/scans/table.ts'

const days = 180
const defaultScans = 250
const engineCount = 20
const competitorCount = 12
const dayMilliseconds = 86_400_000
const engines = Array.from({ length: engineCount }, (_, engine) => `provider-${engine % 7}/model-${engine}`)
const textOf = (prompt: number) => `what is the best tool for task ${prompt}`

/** What a scan asked. */
const planOf = (projectId: string, prompts: number): Plan => ({
  prompts: Array.from({ length: prompts }, (_, prompt) => ({
    id: `custom-${projectId}-${prompt}`,
    prompt: textOf(prompt),
  })),
  ...{ engines, searching: engines, sequences: [], skipped: [], languages: ['en'], promptLanguage: 'en' },
  ...{ trackWithoutSearch: false, enforceZdr: false, nonZdrApprovedEngines: [], only: null },
})

/**
 * Fills a project with the answers of the last of 250 scans over 180 days, of 20 engines to this many prompts: 200
 * prompts make 1,000,000 answers. Texts are left out, since no count reads them.
 */
export function fillAnswers(
  path: string,
  organizationId: string,
  projectId: string,
  prompts: number,
  scans = defaultScans,
) {
  using database = new Database(path)
  database.run('pragma synchronous = off')
  const indexes = database
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'index' and tbl_name = 'geo_checks' and sql is not null",
    )
    .all()
  addProject(database, organizationId, projectId, prompts)
  const insert = prepareInserts(database)
  const plan = JSON.stringify(planOf(projectId, prompts))
  database.transaction(() => {
    // Updated row by row, they take three times as long.
    for (const { name } of indexes) database.run(`drop index ${name}`)
    for (let scan = defaultScans - scans; scan < defaultScans; scan++) {
      const checks = makeChecks(organizationId, projectId, scan, prompts)
      insert.scan(organizationId, projectId, checks, plan)
      for (const check of checks) insert.check(organizationId, check)
      for (const row of packTallies(checks)) insert.tally(row)
    }
    for (const { sql } of indexes) database.run(sql)
  })()
  database.run('pragma wal_checkpoint(truncate)')
}

function addProject(database: Database, organizationId: string, projectId: string, prompts: number) {
  const now = Date.now()
  database.run('insert into projects (id, organization_id, name, created_at) values (?, ?, ?, ?)', [
    projectId,
    organizationId,
    projectId,
    now,
  ])
  database.run(
    `insert into geo_settings (project_id, id, company_name, aliases, conversion_paths, domains, languages, engines,
      non_zdr_approved_engines, paused_auto_prompt_ids, removed_auto_prompt_ids, enforce_zdr, enabled,
      scan_interval_hours, created_at, updated_at)
    values (?1, ?1, 'Acme', '[]', '[]', '[]', '["en"]', ?3, '[]', '[]', '[]', false, false, 24, ?2, ?2)`,
    [projectId, now, JSON.stringify(engines)],
  )
  for (let prompt = 0; prompt < prompts; prompt++)
    database.run(
      "insert into geo_prompts (id, project_id, prompt, folded, tags, created_at) values (?1, ?2, ?3, ?3, '[]', ?4)",
      [`${projectId}-${prompt}`, projectId, textOf(prompt), now],
    )
  for (let competitor = 0; competitor < competitorCount; competitor++)
    database.run(
      "insert into geo_competitors (id, project_id, name, folded, synonyms, created_at) values (?1, ?2, ?3, lower(?3), '[]', ?4)",
      [`${projectId}-c${competitor}`, projectId, `Competitor ${competitor}`, now],
    )
}

/** Deterministic noise: the same for the same number, evenly distributed. */
function noise(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

const sentimentFor = (chance: number) => (chance < 0.6 ? 'positive' : chance < 0.9 ? 'neutral' : 'negative')

function makeChecks(
  organizationId: string,
  projectId: string,
  scan: number,
  prompts: number,
): CountedCheck[] {
  const start = Date.now() - ((defaultScans - scan - 0.5) / defaultScans) * days * dayMilliseconds
  return Array.from({ length: engineCount * prompts }, (_, index) => {
    const engine = index % engineCount
    const prompt = Math.floor(index / engineCount)
    const seed = (scan * engineCount + engine) * 1000 + prompt
    const chance = (noise(prompt) + noise(engine + 1000)) / 2
    const mentioned = noise(seed) < chance
    return {
      id: `${projectId}-${scan}-${index}`,
      scanId: `${projectId}-s${String(scan).padStart(4, '0')}`,
      organizationId,
      projectId,
      engine: engines[engine] ?? '',
      promptId: `custom-${projectId}-${prompt}`,
      turn: 0,
      language: 'en',
      isTwin: false,
      capturedAt: new Date(start + index * 10),
      ...{ shown: true, page: null },
      mentioned,
      ownedSourceCited: noise(seed + 1) < 0.2,
      position: mentioned ? 1 + Math.floor(noise(seed + 2) * 8) : null,
      sentiment: mentioned ? sentimentFor(noise(seed + 5)) : null,
      competitorIds: Array.from({ length: competitorCount }, (_, number) => number)
        .filter((number) => noise(seed * 16 + number) < 0.25)
        .map((number) => `${projectId}-c${number}`),
      discovered: noise(seed + 3) < 0.3 ? [`Newcomer ${Math.floor(noise(seed + 4) * 40)}`] : [],
      modelReported: `model-${engine}`,
      searched: true,
      instructionsVersion: 1,
      matcherVersion: 1,
    } satisfies CountedCheck & { organizationId: string }
  })
}

function prepareInserts(database: Database) {
  const scan = database.prepare(
    `insert into geo_scans (id, organization_id, project_id, status, cause, plan, planned, saved, started_at, finished_at, created_at)
    values (?1, ?2, ?3, 'completed', 'recurring', ?7, ?4, ?4, ?5, ?6, ?5)`,
  )
  const check = database.prepare(
    `insert into geo_checks (id, organization_id, project_id, scan_id, engine, prompt_id, language, captured_at, mentioned,
      owned_source_cited, position, sentiment, competitor_ids, discovered, model_reported, searched, instructions_version,
      matcher_version, zdr_enforced)
    values (?1, ?2, ?3, ?4, ?5, ?6, 'en', ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, true, 1, 1, false)`,
  )
  const tally = database.prepare(
    `insert into geo_tallies (scan_id, engine, language, is_twin, project_id, captured_at, model_reported, searched,
      instructions_version, matcher_version, names, cells)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
  )
  return {
    scan(organizationId: string, projectId: string, checks: CountedCheck[], plan: string) {
      const [first] = checks
      const began = first?.capturedAt.getTime() ?? 0
      const ended = checks.at(-1)?.capturedAt.getTime() ?? 0
      scan.run(first?.scanId ?? '', organizationId, projectId, checks.length, began, ended, plan)
    },
    check(organizationId: string, each: CountedCheck) {
      check.run(
        each.id,
        organizationId,
        each.projectId,
        each.scanId,
        each.engine,
        each.promptId,
        each.capturedAt.getTime(),
        each.mentioned,
        each.ownedSourceCited,
        each.position,
        each.sentiment,
        JSON.stringify(each.competitorIds),
        JSON.stringify(each.discovered),
        each.modelReported,
      )
    },
    tally(row: ReturnType<typeof packTallies>[number]) {
      tally.run(
        row.scanId,
        row.engine,
        row.language,
        row.isTwin,
        row.projectId,
        row.capturedAt.getTime(),
        row.modelReported,
        row.searched,
        row.instructionsVersion,
        row.matcherVersion,
        JSON.stringify(row.names),
        row.cells,
      )
    },
  }
}
