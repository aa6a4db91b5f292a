import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Place, type Server, type Settings, succeed, temporaryFolder } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'

export type Trigger = { id: string; eventTypes: string[]; includePreReleases: boolean }
const fullName = 'acme/widgets'

export type Installation = Awaited<ReturnType<typeof connect>>

export async function newSettings(codeHostUrl: string): Promise<Settings> {
  return {
    DATA_DIR: temporaryFolder(),
    PORT: String(await freePort()),
    GITHUB_API_URL: codeHostUrl,
    LOG_LEVEL: 'warn',
  }
}

export const databaseOf = (settings: Settings) => join(settings.DATA_DIR ?? '', 'herald.db')

/** Opens the database of a possibly running server, and waits while that server locks it. */
export function openBeside(path: string, options?: { readonly: true }): Database {
  const database = new Database(path, options ?? { readwrite: true })
  database.run('pragma busy_timeout = 5000')
  return database
}

/** Sets up an organization on a running server, as its users would: a repository and its triggers. */
export async function connect(
  server: Server,
  settings: Settings,
  definitions: Omit<Trigger, 'id'>[],
  place: Place = {},
) {
  await succeed(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings, place)
  const key = await succeed(['key', 'create', '--org', 'acme', '--name', 'chaos'], settings, place)
  const post = async <T>(path: string, body: unknown) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`POST ${path} answered ${await response.text()}`)
    return (await response.json()) as T
  }

  const { github } = await post<{ github: { id: string } }>('/v1/integrations/github', {
    owner: 'acme',
    repo: 'widgets',
  })
  const triggers: Trigger[] = []
  for (const sourceConfig of definitions) {
    const { eventTrigger } = await post<{ eventTrigger: { id: string } }>('/v1/event-triggers', {
      sourceType: 'github_webhook',
      sourceConfig,
      targets: { repositoryIds: [github.id] },
      outputType: 'changelog',
      enabled: true,
    })
    triggers.push({ ...sourceConfig, id: eventTrigger.id })
  }
  const printed = await succeed(
    ['webhook', 'secret', '--org', 'acme', '--repo', fullName, '--json'],
    settings,
    place,
  )
  const { secret, url } = JSON.parse(printed) as { secret: string; url: string }
  return { key, secret, path: new URL(url).pathname, fullName, integrationId: github.id, triggers }
}
