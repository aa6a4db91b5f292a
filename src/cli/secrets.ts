import {
  type DeletedSecret,
  deleteUnreadableSecrets,
  prepareSecretKey,
} from '../features/integrations/secret-key.ts'
import { defineCommand } from './command.ts'
import { withContext } from './session.ts'

const secretsReset = defineCommand({
  name: 'secrets reset',
  summary: 'Delete stored secrets that can no longer be decrypted.',
  examples: ['secrets reset'],
  options: {},
  run: (_, terminal) =>
    withContext(
      terminal,
      async (ctx) => {
        const forgotten = await deleteUnreadableSecrets(ctx)
        if (forgotten.length === 0)
          terminal.print('All stored secrets can be decrypted. Nothing was deleted.')
        else terminal.print(describeForgotten(forgotten))
        await prepareSecretKey(ctx)
      },
      // A migration that encrypts secrets again must not fail on the ones to delete.
      { skipUnreadable: true },
    ),
})

export const commands = [secretsReset]

function describeForgotten(forgotten: DeletedSecret[]): string {
  const lines = ['Deleted these secrets, because the secret key cannot decrypt them:']
  for (const { organization, name, token, webhookSecret } of forgotten) {
    const what = [token ? 'token' : null, webhookSecret ? 'webhook secret' : null].filter(Boolean)
    lines.push(`  ${organization}  ${name}  ${what.join(', ')}`)
  }
  lines.push('', 'Enter them again, and each webhook secret also in the settings of its repository:')
  for (const each of forgotten) lines.push(...howToEnter(each).map((step) => `  ${step}`))
  lines.push('', 'Restart a running server: it still uses the old key.')
  return lines.join('\n')
}

function howToEnter(forgotten: DeletedSecret): string[] {
  const { organization, name, token, webhookSecret } = forgotten
  if (forgotten.kind === 'tracker') {
    const team = forgotten.team === null ? '' : ` --team ${forgotten.team}`
    return [`herald ${forgotten.provider} connect --org ${organization}${team} --token-file FILE`]
  }
  if (forgotten.kind === 'search-console')
    return [`Connect Google Search Console again in the dashboard of ${organization}`]
  if (forgotten.kind === 'destination')
    return [`Add the address ${name} again under Public page in the dashboard of ${organization}`]
  if (forgotten.kind === 'github-app')
    return [`Connect GitHub again under Repositories in the dashboard of ${organization}`]
  const which = `--org ${organization} --repo ${name}`
  return [
    ...(token ? [`herald init ${which} --token-file FILE`] : []),
    ...(webhookSecret ? [`herald webhook secret ${which}`] : []),
  ]
}
