import { swagger } from '@elysiajs/swagger'
import { completeDocument, type EmittedDocument } from '../../http/openapi/document.ts'
import { callers, describeWindows } from '../../http/openapi/operation.ts'
import { nextTurn, runInSlices } from '../../slices.ts'
import introduction from './introduction.md' with { type: 'text' }
import { models } from './model.ts'

const documentPath = '/swagger/document.json'

/** The OpenAPI document, as JSON text, of all routes of the service that uses `part`. */
export async function readDocument(part: object, baseUrl: string): Promise<string> {
  const { getGlobalRoutes, getGlobalDefinitions } = part as Routes
  const plugin = Object.assign(swaggerPlugin(), { getGlobalRoutes, getGlobalDefinitions })
  // The load of this module, the collected routes and their JSON are each a step of their own.
  await nextTurn()
  const response = await plugin.handle(new Request(`http://localhost${documentPath}`))
  await nextTurn()
  const emitted = (await response.json()) as EmittedDocument
  const document = await runInSlices(completeDocument(emitted, baseUrl, models))
  const description = introduction.replace('<!-- rate limits -->', writeLimits(emitted))
  return JSON.stringify({ ...document, info: { ...(document.info as object), description } })
}

/** A table of all rate limits, each with the operations that share it. */
function writeLimits({ paths }: EmittedDocument): string {
  const charged = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ operationId, limits }) => limits.map((bucket) => ({ operationId, bucket })))
  const rows = [...Map.groupBy(charged, ({ bucket }) => bucket.name).values()].map((operations) => {
    const [{ bucket } = { bucket: null }] = operations
    const names = operations.map(({ operationId }) => `\`${operationId}\``).join(', ')
    return bucket ? `| ${names} | ${describeWindows(bucket)} | ${callers[bucket.per]} |` : ''
  })
  return ['| operations | limit | for each |', '|-|-|-|', ...rows].join('\n')
}

/** The methods by which an Elysia plugin sees all routes; Elysia does not export their types. */
type Routes = Record<'getGlobalRoutes' | 'getGlobalDefinitions', () => unknown>

/** Collects the routes. The page of the plugin loads its script from the internet, so Herald serves its own. */
function swaggerPlugin() {
  return swagger({
    path: '/swagger/plugin',
    specPath: documentPath,
    documentation: {
      openapi: '3.1.1',
      info: {
        title: 'Herald API',
        version: '1.0.0',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Discovery', description: 'Status, health and readiness of the service.' },
        { name: 'Content', description: 'Posts, collections, runs and brand identities.' },
        { name: 'Integrations', description: 'Connected repositories and issue trackers.' },
        { name: 'Schedules', description: 'Write posts daily, weekly or monthly.' },
        {
          name: 'Event Triggers',
          description: 'Write posts on every push or release of a repository.',
        },
        {
          name: 'Chats',
          description:
            "Chat with Herald's agent, which reads your data and, with your approval, changes it. Replies are streams of server-sent events.",
        },
        { name: 'Skills', description: 'Writing instructions for each content type.' },
        { name: 'Feedback', description: 'Bug reports and requests from AI agents: intake and triage.' },
        {
          name: 'GEO',
          description:
            'AI visibility (GEO, generative engine optimization): prompts, conversations (questions that a scan asks one after another), scans, competitors, results, gaps, briefs and articles; AI traffic and agent readiness.',
        },
        {
          name: 'Agent',
          description: "Agent sessions: tasks for Herald's agent, stored as a log of events.",
        },
        { name: 'Usage', description: 'Usage and limits of the organization.' },
        { name: 'Webhooks', description: 'Deliveries from the code host.' },
      ],
      components: {
        securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API Key' } },
      },
      security: [{ BearerAuth: [] }],
    } as never,
  })
}
