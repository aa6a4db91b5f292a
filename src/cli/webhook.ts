import { getRepositoryByName, readWebhookSecret } from '../features/integrations/webhook-secret.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { listDeliveryLogs } from '../features/webhooks/log.ts'
import { defineCommand, UsageError } from './command.ts'
import { printJson, withContext } from './session.ts'

const org = { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' } as const

export const webhookSecret = defineCommand({
  name: 'webhook secret',
  summary: "Print a repository's webhook secret and payload URL.",
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', required: true, help: 'A connected repository.' },
    regenerate: { type: 'boolean', help: 'Make a new secret; the old one ends at once.' },
    json: { type: 'boolean', help: 'Print {"secret", "url"}.' },
  },
  run: ({ org, repo, regenerate, json }) =>
    withContext(async (ctx) => {
      const integration = await getRepositoryByName(ctx, org, repo)
      const { secret, url } = await readWebhookSecret(ctx, integration, regenerate)
      if (json) return printJson({ secret, url })
      console.log(`Payload URL:  ${url}\nContent type: application/json\nSecret:       ${secret}`)
      console.log('Events:       pushes, releases, pull requests')
    }),
})

export const webhookLogs = defineCommand({
  name: 'webhook logs',
  summary: 'List the deliveries that came in, newest first.',
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', help: 'Only those of one repository.' },
    limit: { type: 'string', value: '200', help: 'How many at the most.' },
    json: { type: 'boolean', help: 'Print JSON, payloads included.' },
  },
  run: ({ org, repo, limit = '200', json }) => {
    const most = Number(limit)
    if (!Number.isInteger(most) || most < 1) {
      throw new UsageError(`--limit must be a whole number of at least 1, not "${limit}".`)
    }
    return withContext(async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const integration = repo ? await getRepositoryByName(ctx, org, repo) : undefined
      const where = { organizationId: organization.id, integrationId: integration?.id }
      const logs = await listDeliveryLogs(ctx, where, most)
      if (json) return printJson(logs)
      if (logs.length === 0) return console.log('No deliveries yet.')
      for (const log of logs) {
        const why = log.errorMessage && log.errorMessage !== log.title ? `: ${log.errorMessage}` : ''
        console.log(`${log.createdAt}  ${log.statusCode}  ${log.title}${why}  ${log.referenceId}`)
      }
    })
  },
})
