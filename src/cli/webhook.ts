import { getRepositoryByName, readWebhookSecret } from '../features/integrations/operator.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { listDeliveryLogs } from '../features/webhooks/delivery-log.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson } from './command.ts'
import { org, wholeNumber } from './options.ts'
import { warnOfUnreachable } from './reach.ts'
import { withContext } from './session.ts'

const webhookSecret = defineCommand({
  name: 'webhook secret',
  summary: 'Print the webhook secret and URL of a repository.',
  examples: [
    'webhook secret --org acme --repo acme/app',
    'webhook secret --org acme --repo acme/app --regenerate',
  ],
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', required: true, help: 'A connected repository.' },
    regenerate: { type: 'boolean', help: 'Create a new secret. The old one stops working immediately.' },
    json: { type: 'boolean', help: 'Print {"secret", "url"}.' },
  },
  run: ({ org, repo, regenerate, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const integration = await getRepositoryByName(ctx, org, repo)
      const { secret, url } = await readWebhookSecret(ctx, integration, regenerate)
      warnOfUnreachable(terminal, ctx.config, org, repo)
      if (json) return printJson(terminal, { secret, url })
      terminal.print(`Payload URL:  ${url}\nContent type: application/json\nSecret:       ${secret}`)
      terminal.print('Events:       pushes, releases, pull requests')
    }),
})

const webhookLogs = defineCommand({
  name: 'webhook logs',
  summary: 'List webhook deliveries, newest first.',
  examples: ['webhook logs --org acme', 'webhook logs --org acme --repo acme/app --limit 20'],
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', help: 'Filter by repository.' },
    limit: {
      type: 'string',
      value: 'N',
      read: wholeNumber(1),
      help: 'Maximum number of entries. Default: 200.',
    },
    json: { type: 'boolean', help: 'Print JSON, including payloads.' },
  },
  run: ({ org, repo, limit = 200, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const integration = repo ? await getRepositoryByName(ctx, org, repo) : undefined
      const where = { organizationId: organization.id, integrationId: integration?.id }
      const logs = await listDeliveryLogs(ctx, where, limit)
      if (json) return printJson(terminal, logs)
      if (logs.length === 0) return terminal.print('No deliveries yet.')
      for (const log of logs) {
        const why = log.errorMessage && log.errorMessage !== log.title ? `: ${log.errorMessage}` : ''
        const [what, id] = [log.title + why, log.referenceId].map(terminalLine)
        terminal.print(`${log.createdAt}  ${log.statusCode}  ${what}  ${id}`)
      }
    }),
})

export const commands = [webhookSecret, webhookLogs]
