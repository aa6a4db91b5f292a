import { swagger } from '@elysiajs/swagger'
import { completeDocument, type Emitted } from '../../http/openapi/document.ts'
import type { Json } from '../../http/openapi/schema.ts'
import { models } from './model.ts'

const documentPath = '/swagger/document.json'

/** The OpenAPI document of all routes that a plugin knows. */
export async function readDocument(plugin: ReturnType<typeof swaggerPlugin>, baseUrl: string): Promise<Json> {
  const response = await plugin.handle(new Request(`http://localhost${documentPath}`))
  return completeDocument((await response.json()) as Emitted, baseUrl, models)
}

/** Collects the routes; its own page loads its script from the internet, so ours is served instead. */
export function swaggerPlugin() {
  return swagger({
    path: '/swagger/plugin',
    specPath: documentPath,
    documentation: {
      openapi: '3.1.1',
      info: {
        title: 'Herald API',
        version: '1.0.0',
        description: 'Content, visibility, feedback and webhooks.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Discovery', description: 'What this service is, and whether it is up.' },
        { name: 'Content', description: 'Posts, how they come about, and in whose voice.' },
        { name: 'Integrations', description: 'The repositories that posts are written about.' },
        { name: 'Schedules', description: 'Posts that are written again and again.' },
        {
          name: 'Event Triggers',
          description: 'Posts that are written when something happens in a repository.',
        },
        { name: 'Chats', description: 'Conversations that look things up and act, as streams.' },
        { name: 'Skills', description: 'Instructions that the writer follows.' },
        { name: 'Feedback', description: 'What agents say of the product: intake and triage.' },
        {
          name: 'GEO',
          description: 'How answer engines speak of a brand: what they are asked, and what they say.',
        },
        { name: 'Agent', description: 'Sessions of the agent, and what happens in them.' },
        { name: 'Usage', description: 'What an organization has used of what it may use.' },
        { name: 'Webhooks', description: 'What the code host sends.' },
      ],
      components: {
        securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API Key' } },
      },
      security: [{ BearerAuth: [] }],
    } as never,
  })
}
