import { loadBundle } from '../../../src/assets/load.ts'
import type { Config } from '../../../src/config.ts'
import { startServer } from '../../../src/server.ts'
import { testApp } from '../../support/app.ts'
import { atEnd } from '../../support/cleanup.ts'
import { openTestDatabase } from '../../support/engine.ts'
import { startGitHub } from '../../support/github.ts'
import { startLinear } from '../../support/linear.ts'
import { startModels } from '../../support/models.ts'
import { freePort } from '../../support/sqld.ts'

export type Herald = Awaited<ReturnType<typeof startHerald>>

type Reply = Parameters<typeof startModels>[0]

/** A whole server in this process, on an empty database: its code host, tracker and models are scripted. */
export async function startHerald(reply: Reply = 'Nothing to say.', config: Partial<Config> = {}) {
  const github = startGitHub()
  const linear = startLinear()
  const models = startModels(reply)
  const port = await freePort()
  const { basePath = '' } = config
  const url = `http://127.0.0.1:${port}${basePath}`
  const app = await testApp(
    {
      port,
      baseUrl: url,
      appUrl: url,
      githubApiUrl: github.url,
      trackerApiUrls: { linear: linear.url },
      allowPrivateNetwork: true,
      organizations: 'members',
      ...config,
    },
    models.models(),
    undefined,
    (await openTestDatabase()).db,
  )
  const server = await startServer(app.ctx)
  // Else it is made while the first browser waits for its page.
  await loadBundle(basePath)
  atEnd(async () => {
    await server.stop()
    for (const each of [github, linear, models]) each.stop()
  })
  return { ...app, url, github, linear, models }
}

let shared: Promise<Herald> | undefined

/** The server of a test file, for tests that only need an organization of their own. */
export function sharedHerald(): Promise<Herald> {
  if (shared) return shared
  atEnd(() => {
    shared = undefined
  })
  shared = startHerald()
  return shared
}
