import type { HostRepository } from './github-repository.ts'
import { notFound } from './github-routes.ts'

const perPage = 100

/** The answer to requests below /repos/OWNER/NAME/hooks: webhooks, their deliveries by cursor, redelivery. */
export function hooks(repository: HostRepository, segments: string[], url: URL, method: string): Response {
  const [, hookId, , deliveryId] = segments
  const hook = repository.hooks.find(({ id }) => id === Number(hookId))
  if (!hookId) return Response.json(repository.hooks.map(({ id, url }) => ({ id, config: { url } })))
  if (!hook) return notFound()
  if (method === 'POST') {
    repository.redelivered.push(Number(deliveryId))
    return Response.json({}, { status: 202 })
  }
  const start = Number(url.searchParams.get('cursor') ?? 0)
  const shown = hook.deliveries.slice(start, start + perPage)
  const headers = new Headers()
  if (hook.deliveries.length > start + perPage) {
    const next = new URL(url)
    next.searchParams.set('cursor', String(start + perPage))
    headers.set('link', `<${next}>; rel="next"`)
  }
  const answers = shown.map(({ id, guid, at, status, event }) => ({
    id,
    guid,
    event,
    delivered_at: at,
    status_code: status,
  }))
  return Response.json(answers, { headers })
}
