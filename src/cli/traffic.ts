import { OperatorError } from '../errors.ts'
import { forgetTraffic } from '../features/geo/traffic/forget.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand } from './command.ts'
import { org } from './options.ts'
import { withContext } from './session.ts'

const forget = defineCommand({
  name: 'traffic forget',
  summary: 'Delete what is stored about AI traffic.',
  examples: [
    'traffic forget --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --host docs.acme.com',
    'traffic forget --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57',
  ],
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'Id of the project.' },
    host: { type: 'string', value: 'H', help: 'Only visits of this host.' },
  },
  run: ({ org, project, host }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const what = terminalLine(host ?? `project ${project}`)
      if (!(await forgetTraffic(ctx, organization, project, host ?? null)))
        throw new OperatorError(`Nothing is stored about AI traffic of ${what}.`)
      terminal.print(`The AI traffic of ${what} is deleted.`)
    }),
})

export const commands = [forget]
