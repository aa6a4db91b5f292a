import { describeRoutes } from '../../http/openapi/document.ts'
import type { ListedRoute } from '../../http/openapi/listed-operations.ts'
import { runInSlices } from '../../slices.ts'
import introduction from './introduction.md' with { type: 'text' }
import { models } from './model.ts'

/** The OpenAPI document, as JSON text, of all routes of the service that uses `part`. */
export async function readDocument(part: object, baseUrl: string): Promise<string> {
  const routes = (part as Routes).getGlobalRoutes()
  return JSON.stringify(await runInSlices(describeRoutes(routes, frame, baseUrl, models)))
}

/** The method by which an Elysia plugin sees all routes; Elysia does not export its type. */
type Routes = { getGlobalRoutes(): ListedRoute[] }

const frame = {
  openapi: '3.1.1',
  info: {
    title: 'Herald API',
    version: '1.0.0',
    description: introduction,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: [
    { name: 'Discovery', description: 'Status, health and readiness of the service.' },
    { name: 'Content', description: 'Posts, collections, generations and brand identities.' },
    { name: 'Integrations', description: 'Connected repositories and issue trackers.' },
    { name: 'Schedules', description: 'Write posts daily, weekly or monthly.' },
    {
      name: 'Event Triggers',
      description: 'Write posts on every push or release of a repository.',
    },
    {
      name: 'Chats',
      description:
        'Chat with an assistant that reads your data and, with approval, changes it. Replies are streams of server-sent events.',
    },
    { name: 'Skills', description: 'Writing instructions for each content type.' },
    { name: 'Feedback', description: 'Bug reports and requests from AI agents: intake and triage.' },
    {
      name: 'GEO',
      description: 'AI visibility: prompts, scans, competitors, results, gaps, briefs and articles.',
    },
    { name: 'Agent', description: 'Agent sessions: durable conversations with an event log.' },
    { name: 'Usage', description: 'Usage and limits of the organization.' },
    { name: 'Webhooks', description: 'Deliveries from the code host.' },
  ],
  components: {
    securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API Key' } },
  },
  security: [{ BearerAuth: [] }],
}
