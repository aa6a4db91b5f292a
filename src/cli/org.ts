import { createOrganization } from '../features/organizations/service.ts'
import { defineCommand } from './command.ts'
import { printJson, withContext } from './session.ts'

export const orgCreate = defineCommand({
  name: 'org create',
  summary: 'Make an organization and print its id.',
  options: {
    slug: {
      type: 'string',
      value: 'S',
      required: true,
      help: 'Short name: lowercase letters, digits and hyphens.',
    },
    name: { type: 'string', value: 'N', required: true, help: 'Name as people write it.' },
    json: { type: 'boolean', help: 'Print {"id", "slug", "name"}.' },
  },
  run: ({ slug, name, json }) =>
    withContext(async (ctx) => {
      const organization = await createOrganization(ctx, slug, name)
      if (!json) return console.log(organization.id)
      printJson({ id: organization.id, slug: organization.slug, name: organization.name })
    }),
})
