import { OperatorError } from '../errors.ts'
import { connectTracker } from '../features/integrations/trackers.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { terminalLine } from '../text/line.ts'
import type { TrackerAdapter } from '../tracker/adapter.ts'
import { type Command, defineCommand, printJson } from './command.ts'
import { org } from './options.ts'
import { withContext } from './session.ts'
import { readTokenFile } from './token-file.ts'

const connectCommand = ({ provider, name }: TrackerAdapter) =>
  defineCommand({
    name: `${provider} connect`,
    summary: `Connect ${name} with an API key, or replace the key.`,
    examples: [
      `${provider} connect --org acme --token-file token.txt`,
      `${provider} connect --org acme --token-file token.txt --team ENG --without-label internal`,
    ],
    options: {
      org,
      'token-file': {
        type: 'string',
        value: 'F',
        required: true,
        help: 'File with a personal API key.',
      },
      team: { type: 'string', value: 'KEY', help: 'Only the team with this issue prefix, such as ENG.' },
      'without-label': {
        type: 'string',
        value: 'NAME',
        multiple: true,
        help: 'Exclude issues with this label. Repeatable.',
      },
      'without-team': {
        type: 'string',
        value: 'KEY',
        multiple: true,
        help: 'Exclude issues of this team. Repeatable.',
      },
      json: { type: 'boolean', help: 'Print {"id", "displayName"}.' },
    },
    run: ({ org, team, json, ...others }, terminal) =>
      withContext(terminal, async (ctx) => {
        const token = readTokenFile(others['token-file'])
        // A header value may only contain printable ASCII.
        if (!/^[!-~]+$/.test(token))
          throw new OperatorError('--token-file must contain one token and nothing else.')
        const { id: organizationId } = await getOrganizationBySlug(ctx, org)
        const leftOut = { labels: others['without-label'] ?? [], teams: others['without-team'] ?? [] }
        const connection = { provider, token, team: team === undefined ? null : { key: team }, leftOut }
        const { id, displayName } = await connectTracker(ctx, organizationId, connection)
        if (json) return printJson(terminal, { id, displayName })
        terminal.print(terminalLine(`${name} is connected: ${displayName} (${id})`))
      }),
  })

/** The commands of a kind of tracker. */
export const trackerCommands = (adapter: TrackerAdapter): Command[] => [connectCommand(adapter)]
