import { type Check, failed, notApplicable, partial, passed, quote, unread } from '../check.ts'
import type { FileReading, JsonFacts, SiteFacts } from '../facts.ts'
import { curl, file } from '../fix.ts'
import { judgeLlms } from './files.ts'

const llmsFull: Check = {
  id: 'llms-full',
  name: 'llms-full.txt',
  tier: 'bonus',
  weight: 2,
  why: 'One file with your whole documentation saves agents many requests.',
  judge: ({ llmsFull, statuses }) => judgeLlms(llmsFull, statuses, Number.MAX_SAFE_INTEGER - 1),
  fix: (site) => ({
    text: 'Publish /llms-full.txt with the text of your documentation, one H1 first, sections with links.',
    code: [file('llms-full.txt', `# ${site.host}`, '', '## Docs', '', `- [Docs](${site.origin}/docs)`)],
    verify: curl(site, '/llms-full.txt', '-i'),
  }),
}

const feedbackMd: Check = {
  id: 'feedback-md',
  name: 'feedback.md',
  tier: 'bonus',
  weight: 0,
  why: 'It names where agents can report what did not work. It never changes the score.',
  judge({ feedback }) {
    if (!feedback.isRead) return unread(feedback)
    if (!feedback.exists) return failed(feedback.reason)
    if (!feedback.hasWhereToSend) return partial('It has no heading "Where to send it".')
    const isMarkdown = /^text\/markdown\b/i.test(feedback.contentType)
    return isMarkdown ? passed('text/markdown') : partial(`Content type ${quote(feedback.contentType)}.`)
  },
  fix: (site) => ({
    text: 'Publish this file as /feedback.md with content type text/markdown.',
    code: [
      file(
        'feedback.md',
        `# Feedback for ${site.host}`,
        '',
        'Report what you tried, what you expected and what happened.',
        '',
        '## Where to send it',
        '',
        `POST ${site.feedbackUrl}`,
        'Content-Type: application/json',
        '',
        '{ "title": "Short summary", "message": "What happened" }',
      ),
    ],
    verify: curl(site, '/feedback.md', '-i'),
  }),
}

/** A JSON file that only some sites need: nothing to do where there is none. */
function jsonCheck(
  { id, name, weight, why }: Pick<Check, 'id' | 'name' | 'weight' | 'why'>,
  read: (site: SiteFacts) => FileReading<JsonFacts>,
  { needs, without, fix }: { needs: string; without: string; fix: Check['fix'] },
): Check {
  return {
    ...{ id, name, weight, why, tier: 'bonus' as const },
    judge(site) {
      const found = read(site)
      if (!found.isRead) return unread(found)
      if (!found.exists) return notApplicable(without, found.reason)
      return found.value === null ? failed(`The file ${needs}.`) : passed(quote(found.value))
    },
    fix,
  }
}

const jsonFile = (path: string, text: string, value: object): Check['fix'] => {
  return (site) => ({
    text,
    code: [file(path, JSON.stringify(value, null, 2).replaceAll('ORIGIN', site.origin))],
    verify: curl(site, path, '-i'),
  })
}

const mcpCard = jsonCheck(
  {
    id: 'mcp-card',
    name: 'MCP server card',
    weight: 3,
    why: 'Agents find your MCP server without configuration. The location is a draft standard.',
  },
  (site) => site.mcpCard,
  {
    needs: 'is not JSON that names the URL of a server',
    without: 'Only for sites with an MCP server.',
    fix: jsonFile('/.well-known/mcp/server-card.json', 'If you have an MCP server, publish its card.', {
      name: 'example',
      remotes: [{ type: 'streamable-http', url: 'ORIGIN/mcp' }],
    }),
  },
)

const agentCard = jsonCheck(
  {
    id: 'agent-card',
    name: 'Agent card',
    weight: 2,
    why: 'Other agents find yours by its A2A card.',
  },
  (site) => site.agentCard,
  {
    needs: 'is not JSON with a name and a URL',
    without: 'Only for sites with an A2A agent.',
    fix: jsonFile('/.well-known/agent-card.json', 'If you have an A2A agent, publish its card.', {
      name: 'Example agent',
      url: 'ORIGIN/a2a',
      version: '1.0.0',
      capabilities: {},
      skills: [],
    }),
  },
)

const skills = jsonCheck(
  {
    id: 'skills',
    name: 'Agent skills',
    weight: 2,
    why: 'Coding agents can load instructions for your product.',
  },
  (site) => site.skills,
  {
    needs: 'is not JSON with a list of skills',
    without: 'Only for sites that publish skills for agents.',
    fix: jsonFile('/.well-known/agent-skills/index.json', 'If you publish skills, list them.', {
      skills: [{ name: 'example', description: 'When to use it', url: 'ORIGIN/skills/example/SKILL.md' }],
    }),
  },
)

const apiCatalog = jsonCheck(
  {
    id: 'api-catalog',
    name: 'API catalog',
    weight: 2,
    why: 'Agents find your APIs at one known URL (RFC 9727).',
  },
  (site) => site.apiCatalog,
  {
    needs: 'is not JSON with a linkset',
    without: 'Only for sites with an API.',
    fix: jsonFile('/.well-known/api-catalog', 'If you have an API, list it, as application/linkset+json.', {
      linkset: [{ anchor: 'ORIGIN/api', 'service-desc': [{ href: 'ORIGIN/openapi.json' }] }],
    }),
  },
)

const oauthMetadata = jsonCheck(
  {
    id: 'oauth-metadata',
    name: 'OAuth metadata',
    weight: 1,
    why: 'Agents can sign in on behalf of their user without configuration (RFC 9728, RFC 8414).',
  },
  (site) => site.oauth,
  {
    needs: 'names no issuer or resource of this site',
    without: 'Only for sites whose API uses OAuth.',
    fix: jsonFile('/.well-known/oauth-protected-resource', 'If your API uses OAuth, publish its metadata.', {
      resource: 'ORIGIN/api',
      authorization_servers: ['ORIGIN'],
    }),
  },
)

export const bonusChecks = [llmsFull, feedbackMd, mcpCard, agentCard, skills, apiCatalog, oauthMetadata]
