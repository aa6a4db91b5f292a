import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { connectByName, readFullName, readWebhookSecret } from '../features/integrations/operator.ts'
import { prepareSecretKey } from '../features/integrations/secret-key.ts'
import { createKey } from '../features/keys/service.ts'
import { createOrganization, findOrganizationBySlug } from '../features/organizations/service.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { startProgress } from './progress.ts'
import { warnOfUnreachable } from './reach.ts'
import { withNewContext } from './session.ts'
import { readTokenFile } from './token-file.ts'

const init = defineCommand({
  name: 'init',
  summary: 'Create an organization and an API key, and connect a repository.',
  examples: ['init', 'init --org acme --repo acme/app --token-file token.txt'],
  options: {
    org: { type: 'string', value: 'S', help: 'Slug of the organization. Created if it does not exist.' },
    name: { type: 'string', value: 'N', help: 'Name of a new organization. Default: its slug.' },
    repo: { type: 'string', value: 'OWNER/NAME', help: 'GitHub repository.' },
    'token-file': {
      type: 'string',
      value: 'FILE',
      help: 'File with a token that can read the repository. Public repositories need none.',
    },
    json: {
      type: 'boolean',
      help: 'Print {"organization", "key", "integrationId", "url", "secret"}.',
    },
  },
  async run({ org, name, repo, 'token-file': tokenFile, json }, terminal) {
    const slug = org || (await ask(terminal, 'org', 'S', 'Organization (a short name, such as acme):'))
    const fullName = repo || (await ask(terminal, 'repo', 'OWNER/NAME', 'Repository (OWNER/NAME):'))
    readFullName(fullName)
    const token = tokenFile
      ? readTokenFile(tokenFile)
      : await terminal.ask?.('Token that can read it (leave empty for a public repository):', true)

    await withNewContext(terminal, async (ctx) => {
      using progress = startProgress(terminal)
      progress.show('Creating the organization')
      await prepareSecretKey(ctx)
      const organization =
        (await findOrganizationBySlug(ctx, slug)) ?? (await createOrganization(ctx, slug, name ?? slug))
      progress.show(`Connecting ${fullName}`)
      const integration = await connectByName(ctx, organization, fullName, token || null)
      const { secret, url } = await readWebhookSecret(ctx, integration)
      const { key } = await createKey(ctx, organization.id, { name: 'init' })
      progress[Symbol.dispose]()
      if (json)
        return printJson(terminal, {
          organization: organization.slug,
          key,
          integrationId: integration.id,
          url,
          secret,
        })
      terminal.print(describeSetup(ctx, { slug: organization.slug, key, integration, url, secret }))
      warnOfUnreachable(terminal, ctx.config, organization.slug, fullName)
    })
  },
})

export const commands = [init]

/** Asks for a missing option; a UsageError if the input is not interactive. */
async function ask(terminal: Terminal, option: string, value: string, question: string): Promise<string> {
  const answer = await terminal.ask?.(question)
  if (answer) return answer
  throw new UsageError(`init: --${option} ${value} is required.`)
}

type CreatedSetup = {
  slug: string
  key: string
  integration: { id: string; displayName: string; url: string }
  url: string
  secret: string
}

function describeSetup({ config }: Context, { slug, key, integration, url, secret }: CreatedSetup): string {
  return `Organization  ${slug}
Repository    ${integration.displayName}
Key           ${key} (it is not shown again)

So that GitHub sends events to Herald, open
  ${integration.url}/settings/hooks/new
and enter
  Payload URL   ${url}
  Content type  application/json
  Secret        ${secret}
  Events        pushes, releases, pull requests

Then say what a release shall start:
  curl -s -X POST ${config.baseUrl}/v1/event-triggers \\
    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"sourceType": "github_webhook", "sourceConfig": {"eventTypes": ["release"]}, "targets": {"repositoryIds": ["${integration.id}"]}, "outputType": "changelog", "enabled": true}'`
}
