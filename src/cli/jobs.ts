import { listGenerations } from '../features/generation/service.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { defineCommand } from './command.ts'
import { printJson, withContext } from './session.ts'

export const jobs = defineCommand({
  name: 'jobs',
  summary: 'List the newest generation runs and how they ended.',
  options: {
    org: { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, json }) =>
    withContext(async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const runs = await listGenerations(ctx, organization.id, 100)
      if (json) return printJson(runs)
      if (runs.length === 0) return console.log('No runs yet.')
      for (const run of runs) {
        const end = run.postId ? `post ${run.postId}` : (run.error ?? '')
        console.log(`${run.createdAt}  ${run.status.padEnd(9)}  ${run.contentType}  ${run.id}  ${end}`)
      }
    }),
})
