// The minimum for the smallest authenticated read: the key's row by its hash, two lists, one JSON text.
import { openDurable } from './support/database.ts'
import { createKeyCheck } from './support/keyed.ts'

type Integration = {
  id: string
  display_name: string
  owner: string
  repo: string
  default_branch: string
}

const { DATABASE = '', PORT } = process.env
const database = openDurable(DATABASE)
const checkKey = createKeyCheck(database, 'integrations.read')
const listIntegrations = database.prepare<Integration, [string]>(`
  select id, display_name, owner, repo, default_branch from integrations
  where organization_id = +? and enabled = 1 order by display_name, id`)
const listTrackers = database.prepare<Record<string, string | null>, [string]>(`
  select id, display_name as displayName, workspace_id as linearOrganizationId, workspace_name as linearOrganizationName,
    team_id as linearTeamId, team_name as linearTeamName
  from trackers where organization_id = +? and enabled = 1 order by display_name, id`)

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: {
    '/readyz': new Response('ready'),
    '/v1/integrations': (request) => {
      const organization = checkKey(request)
      if (!organization) return new Response('', { status: 401 })
      const github = listIntegrations.all(organization.id).map((row) => ({
        id: row.id,
        displayName: row.display_name,
        owner: row.owner,
        repo: row.repo,
        defaultBranch: row.default_branch,
      }))
      return Response.json({ github, slack: [], linear: listTrackers.all(organization.id), organization })
    },
  },
})
