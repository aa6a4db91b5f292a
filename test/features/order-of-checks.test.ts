import { expect, test } from 'bun:test'
import { addProject, testApp } from '../support/app.ts'

const missingRows = 'rows or csv is required'
const wrongRange = 'from must not be after to'
const range = '?from=2026-03-02&to=2026-03-01'

const invalid: [method: string, path: string, body: object | undefined, error: string][] = [
  ['POST', 'prompts/import', {}, missingRows],
  ['POST', 'competitors/import', {}, missingRows],
  [
    'POST',
    'briefs',
    { topic: 'Release notes', sourceKind: 'gap' },
    'sourceId is required if sourceKind is gap',
  ],
  ...['visibility/overview', 'visibility/competitors/Beta', 'sentiment', 'sources'].map(
    (read) => ['GET', `${read}${range}`, undefined, wrongRange] as (typeof invalid)[number],
  ),
  ...['overview', 'pages', 'journeys', 'journeys/f_1'].map(
    (read) => ['GET', `traffic/${read}${range}`, undefined, wrongRange] as (typeof invalid)[number],
  ),
]

test.each(invalid)(
  'an invalid %s %s is refused before its project is looked up, and in a project without data',
  async (method, path, body, error) => {
    const app = await testApp()
    const acme = await app.team('acme')
    const empty = await addProject(app.ctx, acme.id)
    for (const projectId of ['unknown', empty]) {
      const answer = await acme.call(method, `/v1/projects/${projectId}/geo/${path}`, body)
      expect([answer.status, answer.body.error]).toEqual([400, error])
    }
  },
)
