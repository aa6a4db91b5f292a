import { listGenerations } from '../features/generation/service.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson } from './command.ts'
import { org } from './options.ts'
import { withContext } from './session.ts'

const runs = defineCommand({
  name: 'runs',
  summary: 'List recent runs and their results.',
  examples: ['runs --org acme', 'runs --org acme --json'],
  options: {
    org,
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const listed = await listGenerations(ctx, organization.id, 100)
      if (json) return printJson(terminal, listed)
      if (listed.length === 0) return terminal.print('No runs yet.')
      for (const run of listed) {
        const end = run.postId ? `post ${run.postId}` : terminalLine(run.error ?? '')
        terminal.print(`${run.createdAt}  ${run.status.padEnd(9)}  ${run.contentType}  ${run.id}  ${end}`)
      }
    }),
})

export const commands = [runs]
