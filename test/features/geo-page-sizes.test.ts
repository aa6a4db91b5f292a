import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { fillAnswers } from '../bench/fill-answers.ts'
import { testApp } from '../support/app.ts'

/** 20 engines, and scans of the last nine days. */
const [prompts, scans] = [207, 12]
const most = 200 * 1024

const reads = {
  overview: 'visibility/overview?days=90',
  timeseries: 'visibility/timeseries?days=90',
  'share of voice': 'visibility/competitor-share?days=90',
  sentiment: 'sentiment?days=90',
  languages: 'visibility/language-share?days=90',
  sources: 'sources?days=90',
  changes: 'changes?limit=all',
  'compared rates': 'visibility/measures?days=90',
  presence: 'visibility/presence',
  prompts: 'prompts',
  answers: 'visibility/prompt-results/summaries?limit=25',
  history: 'prompts/custom-project-0/history',
  gaps: 'gaps?limit=all',
  competitor: `visibility/competitors/${encodeURIComponent('Competitor 0')}`,
  competitors: 'competitors',
  scans: 'scans',
}

test('the data of a page with 20 engines and 207 prompts is at most 200 KB', async () => {
  const { ctx, api, team } = await testApp()
  const acme = await team('acme')
  const [{ file } = { file: '' }] = await ctx.db.all<{ file: string }>(sql`pragma database_list`)
  fillAnswers(file, acme.id, 'project', prompts, scans)
  // Real ids are random, which compression cannot shorten.
  await ctx.db.run(sql`update geo_checks set id = lower(hex(randomblob(16)))`)
  await ctx.db.run(sql`
    insert into geo_answers (check_id, prompt, answer, queries, cited, consulted, matches, decided)
    select geo_checks.id, geo_prompts.prompt, 'Acme and Competitor 1 are good choices.', '[]', '[]', '[]', '[]', '{}'
    from geo_checks join geo_prompts on 'custom-' || geo_prompts.id = geo_checks.prompt_id
    where scan_id in (select id from geo_scans order by created_at desc limit 2)`)
  const sizes: [string, number, number][] = []
  for (const [page, read] of Object.entries(reads)) {
    const url = `http://localhost/v1/projects/project/geo/${read}`
    const headers = { authorization: `Bearer ${acme.key}`, 'accept-encoding': 'gzip' }
    const response = await api.handle(new Request(url, { headers }))
    const { byteLength } = await response.arrayBuffer()
    sizes.push([page, response.status, byteLength])
  }
  expect(sizes.filter(([, status, bytes]) => status !== 200 || bytes > most)).toEqual([])
}, 300_000)
