import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createKey } from '../src/features/keys/service.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { startServer } from '../src/server.ts'
import { testContext } from './support/context.ts'
import { pathWithCurl } from './support/curl.ts'
import { startGitHub } from './support/github.ts'
import { repository } from './support/github-repository.ts'
import { blocksOf, readPage } from './support/manual.ts'
import { cleanUp, temporaryFolder } from './support/process.ts'
import { track } from './support/tracking.ts'
import { addScan } from './support/visibility.ts'

afterAll(cleanUp)

const programs: Record<string, string> = { sh: 'sh', ts: process.execPath, python: 'python3' }

test('the programs of the first steps connect, generate, publish and read visibility', async () => {
  const rocket = repository('acme/rocket', { startsAt: '2026-02-20T09:00:00.000Z' })
  rocket.commit('feat: add an export')
  const host = startGitHub({ repositories: [rocket] })
  const ctx = await testContext({ port: 0, githubApiUrl: host.url })
  const server = await startServer(ctx)
  const page = await readPage('docs/api/first-steps.md')
  const folder = temporaryFolder()

  async function run(language: string, program: string): Promise<string[]> {
    const { id } = await createOrganization(ctx, `acme-${language}`, 'Acme')
    const { key } = await createKey(ctx, id, { name: 'test' })
    const project = `project-${language}`
    await track(ctx, id, { projectId: project, prompts: ['best tools'] })
    const promptId = `p1-${project}`
    const answers = [
      { promptId, engine: 'alpha', mentioned: true },
      { promptId, engine: 'beta' },
    ]
    const scan = { id: `scan-${language}` }
    await addScan(ctx, { id: project, organizationId: id }, ctx.now().toISOString(), answers, scan)
    const [code = ''] = blocksOf(page, language)
    const path = join(folder, `steps.${language}`)
    await Bun.write(path, code.replaceAll('http://localhost:3000', server.url))
    const env = { PATH: pathWithCurl(), HOME: process.env.HOME, KEY: key }
    const child = Bun.spawn([program, path], { env, stdout: 'pipe', stderr: 'pipe' })
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return [language, output, errors]
  }

  const found = Object.entries(programs).filter(([, program]) => Bun.which(program))
  for (const [language, output, errors] of await Promise.all(found.map((each) => run(...each))))
    expect([language, output, errors]).toEqual([language, 'acme/rocket\npublished\n"mentionRate":0.5\n', ''])
  await server.stop()
  host.stop()
})
