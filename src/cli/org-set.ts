import { getOrganizationBySlug, setZeroDataRetention } from '../features/organizations/service.ts'
import { defineCommand, UsageError } from './command.ts'
import { withContext } from './session.ts'

export const orgSet = defineCommand({
  name: 'org set',
  summary: "Change an organization's settings.",
  options: {
    org: { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' },
    zdr: {
      type: 'string',
      value: 'on|off',
      required: true,
      help: 'Zero data retention: ask only models whose operator keeps nothing.',
    },
  },
  run: ({ org, zdr }) =>
    withContext(async (ctx) => {
      if (zdr !== 'on' && zdr !== 'off') throw new UsageError(`--zdr must be on or off, not "${zdr}".`)
      const { id, slug } = await getOrganizationBySlug(ctx, org)
      await setZeroDataRetention(ctx, id, zdr === 'on')
      console.log(`Zero data retention is ${zdr} for ${slug}.`)
    }),
})
