import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { destinationAddressOf } from '../../src/features/integrations/secret-locations.ts'
import { createSecrets } from '../../src/secrets.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const secretKey = 'k'.repeat(32)
let settings: Settings
let id: string
beforeEach(async () => {
  settings = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', SECRET_KEY: secretKey }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const file = join(temporaryFolder(), 'post.md')
  writeFileSync(file, '# Faster exports\n\nTwo seconds.')
  const create = ['post', 'create', '--org', 'acme', '--file', file, '--publish', '--json']
  id = JSON.parse((await command(create, settings)).stdout).id
})

/** Adds an address for messages, and a release that the post describes. */
function addPlaces() {
  const database = new Database(join(settings.DATA_DIR ?? '', 'herald.db'))
  const address = createSecrets(() => secretKey).encrypt(
    JSON.stringify({ url: 'https://acme.test/hook' }),
    destinationAddressOf({ id: 'd1' }),
  )
  database.run(
    `insert into destinations (id, organization_id, service, name, encrypted_address, shown_address, created_at)
      select 'd1', id, 'json', 'News', ?, 'acme.test', 1 from organizations`,
    [address],
  )
  database.run(`insert into integrations (id, organization_id, provider, display_name, owner, repo, url, created_at, updated_at)
    select 'r1', id, 'github', 'acme/app', 'acme', 'app', 'https://github.com/acme/app', 1, 1 from organizations`)
  database.run(`update posts set source_metadata =
    '{"range":{"from":"v1.3.0","to":"v1.4.0"},"repositories":[{"owner":"acme","repo":"app"}]}'`)
  database.close()
}

const publish = (...options: string[]) => command(['publish', '--post', id, ...options], settings)

test('herald publish lists the destinations of a post, and queues it once for the chosen one', async () => {
  addPlaces()
  expect((await publish()).stdout).toBe('acme/app, release v1.4.0: not sent\nNews: not sent\n')
  for (const _ of [1, 2])
    expect((await publish('--to', 'github-release')).stdout).toBe(
      'acme/app, release v1.4.0: queued\nNews: not sent\n',
    )
})

test('herald publish --to message prints the first message, and sends it with --yes only', async () => {
  addPlaces()
  const shown = await publish('--to', 'message')
  expect(shown).toEqual({
    exitCode: 1,
    stdout: 'To News:\n\nFaster exports\n\nTwo seconds.\n\n',
    stderr: expect.stringContaining(
      'Nothing was sent. Check the preview, then repeat the command with --yes.',
    ),
  })
  const { targets } = JSON.parse((await publish('--to', 'message', '--yes', '--json')).stdout)
  expect(targets[1]).toMatchObject({ name: 'News', delivery: { status: 'queued' } })
})

test('herald publish says why there is nothing to send', async () => {
  expect((await publish('--to', 'message')).stderr).toContain('No destinations yet.')
  const misnamed = await publish('--to', 'message', '--name', 'Nws')
  expect(misnamed.stderr).toContain('No destination is named "Nws".')
  expect((await publish('--to', 'github-release')).stderr).toContain('The post describes no release')
  id = 'none'
  expect((await publish()).stderr).toContain('No post has the ID none.')
})
