import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadBundle } from '../../src/assets/load.ts'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import * as sessionsStrings from '../../src/dashboard/agents/sessions/strings.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { admitUser } from '../../src/features/members/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { createSignInLink } from '../../src/features/sessions/links.ts'
import { startServer } from '../../src/server.ts'
import { freePort } from '../support/sqld.ts'
import { answer, startTalking } from '../support/talking.ts'
import { inHalves } from './support/chats.ts'
import { visitorTest } from './support/page-test.ts'
import { expectSoon } from './support/soon.ts'

// A server that stops while a user follows a session, and restarts on the same database.

async function startHome(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-test-'))
  const port = String(await freePort())
  const config = readConfig({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: port, HOST: '127.0.0.1' },
    ...{ BASE_URL: `http://127.0.0.1:${port}`, APP_URL: `http://127.0.0.1:${port}` },
    ALLOW_PRIVATE_NETWORK: 'true',
    ...settings,
  })
  async function start() {
    const ctx = createContext(config, { isDemo: true })
    return { ctx, server: await startServer(ctx) }
  }
  await loadBundle('')
  return { start, end: () => rmSync(dataDir, { recursive: true, force: true }) }
}

visitorTest('a restart of the server repeats and omits no event', async (admit) => {
  const { script } = inHalves('The first half. ', 'Never said.')
  using model = startTalking(() => script(), answer('The whole of it.'))
  const home = await startHome(model.settings)
  let { ctx, server } = await home.start()
  const organization = await createOrganization(ctx, 'acme', 'Acme')
  const { key } = await createKey(ctx, organization.id, { name: 'test' })
  const ada = await admitUser(ctx, organization, { email: 'ada@acme.test', name: 'Ada', role: 'owner' })
  const link = await createSignInLink(ctx, ada.id)

  const api = `${server.url}/v2/agent/v1/session`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ message: 'Write it all' })
  const begun = await fetch(api, { method: 'POST', headers, body })
  const { sessionId } = (await begun.json()) as { sessionId: string }

  const visitor = await admit(server.url, new Date())
  visitor.faults.expect(
    /ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/,
  )
  const tab = await visitor.open(link)
  await tab.getByRole('link', { name: 'Home' }).waitFor()
  // The script that shows Markdown is under way when the server stops.
  const stopped = Promise.withResolvers<void>()
  await visitor.context.route(/\/markdown-[^/]*\.js$/, (request) =>
    stopped.promise.then(() => request.fallback()),
  )
  await tab.goto(`/app/acme/chats/sessions/${sessionId}`)
  await tab.getByRole('article').getByText('The first half.').waitFor()

  await server.stop()
  stopped.resolve()
  await tab.getByText(sessionsStrings.sessionView.connectionLost).waitFor()
  ;({ ctx, server } = await home.start())
  await tab.getByRole('article').getByText('The whole of it.').waitFor()
  await tab.getByText('Ready', { exact: true }).waitFor()
  await tab.getByText(/^Connection lost/).waitFor({ state: 'detached' })

  // The text of the interrupted attempt is folded.
  const fold = tab.getByText('1 interrupted attempt')
  expect(await tab.getByText('The first half.').first().isVisible()).toBe(false)
  await fold.click()
  await tab.getByText('The first half.').first().waitFor()

  const stored = await (await fetch(`${api}/${sessionId}/stream?follow=false`, { headers })).text()
  await tab.getByText(/^Raw events: /).click()
  await expectSoon(() => tab.getByRole('region', { name: 'Raw events' }).textContent(), stored.trim())
  await server.stop()
  home.end()
})
