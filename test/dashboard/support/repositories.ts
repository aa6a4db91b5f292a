import { eq } from 'drizzle-orm'
import { integrations } from '../../../src/features/integrations/table.ts'
import { connect, triggerBody, webhookSecret } from '../../support/app.ts'
import { releasePayload, signedRequest } from '../../support/github-deliveries.ts'
import { repository } from '../../support/github-repository.ts'
import type { Scene } from './scene.ts'

export type Repository = Awaited<ReturnType<typeof addRepository>>

type Sent = { id?: string; secret?: string }

/** A repository of the scene's organization: it has a history on the code host, which sends its deliveries as GitHub does. */
export async function addRepository({ herald, team }: Pick<Scene, 'herald' | 'team'>, name = 'app') {
  const host = repository(`${team.slug}/${name}`, { startsAt: '2026-03-03T09:00:00.000Z' })
  const commits = [
    'feat: export every board',
    'fix: keep the order of columns',
    'chore: bump a dependency',
  ].map((message) => host.commit(message))
  const release = host.release('v1.4.0')
  herald.github.add(host)
  const connected = await connect(herald.ctx, team.id, host.fullName)
  const hook = herald.url + connected.hook
  return {
    ...connected,
    host,
    commits,
    release,
    hook,
    /** A delivery, signed over its bytes; what it was answered with. */
    deliver: (event: string, payload: unknown, { id, secret = webhookSecret }: Sent = {}) =>
      fetch(signedRequest(hook, secret, event, payload, id)).then(({ status }) => status),
    /** Sends the release delivery. */
    publish: () => fetch(signedRequest(hook, webhookSecret, 'release', releasePayload(host, release))),
    /** Creates a trigger for its releases and pushes. */
    watch: (changes: Record<string, unknown> = {}) =>
      team.call('POST', '/v1/event-triggers', triggerBody(connected.id, changes)),
    change: (changes: Partial<typeof integrations.$inferInsert>) =>
      herald.ctx.db.update(integrations).set(changes).where(eq(integrations.id, connected.id)),
  }
}
