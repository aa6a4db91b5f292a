import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { testApp } from '../support/app.ts'
import { program } from '../support/process.ts'

const [executable = '', ...parts] = program

/** The service on a port of this machine, and clients made with the official SDK; all end with `stop`. */
export async function agentService(...options: Parameters<typeof testApp>) {
  const app = await testApp(...options)
  const acme = await app.team('acme')
  app.api.listen({ hostname: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${app.api.server?.port}`
  const clients: Client[] = []

  async function connect(transport: Transport) {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    clients.push(client)
    return { client, ...toolsOf(client) }
  }

  const run = (...args: string[]) =>
    connect(new StdioClientTransport({ command: executable, args: [...parts, ...args] }))

  return {
    ...app,
    acme,
    url,
    http: (path: string, headers: Record<string, string> = {}) =>
      connect(new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit: { headers } })),
    stdio: (...args: string[]) => run('mcp', '--feedback-url', `${url}/v1/feedback/acme`, ...args),
    program: run,
    async stop() {
      for (const client of clients) await client.close()
      await app.api.stop(true)
    },
  }
}

function toolsOf(client: Client) {
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name: string, input: Record<string, unknown>) {
      const { content, isError } = await client.callTool({ name, arguments: input })
      return { text: (content as { text: string }[])[0]?.text ?? '', isError: isError ?? false }
    },
  }
}

/** All read scopes. */
export const visibilityTools = [
  'get_visibility_overview',
  'get_visibility_timeseries',
  'list_prompt_results',
  'get_prompt_result',
  'get_competitor_share',
  'get_sentiment',
  'list_cited_sources',
  'list_visibility_changes',
  'list_gaps',
]
export const everyTool = [
  ...['submit_feedback', 'list_feedback', 'get_feedback', 'update_feedback_status'],
  ...['list_posts', 'create_post', 'get_post', 'update_post', 'check_post', 'delete_post'],
  ...['list_collections', 'get_collection', 'rename_collection', 'delete_collection'],
  ...['generate_post', 'get_post_generation_status', 'list_runs', 'get_run', 'preview_activity'],
  'list_repository_events',
  ...['list_brand_identities', 'generate_brand_identity', 'get_brand_identity_generation_status'],
  ...['get_brand_identity', 'update_brand_identity', 'delete_brand_identity'],
  ...['list_brand_facts', 'add_brand_fact', 'update_brand_fact', 'delete_brand_fact'],
  'refresh_brand_fact',
  ...['list_skills', 'create_skill', 'get_skill', 'update_skill', 'delete_skill'],
  ...['list_integrations', 'connect_repository', 'disconnect_integration'],
  ...['list_schedules', 'create_schedule', 'update_schedule', 'delete_schedule'],
  ...['list_event_triggers', 'create_event_trigger', 'get_event_trigger'],
  ...['update_event_trigger', 'delete_event_trigger'],
  ...['get_usage', 'list_deliveries', 'get_delivery', 'list_chats', 'get_chat'],
  ...['list_projects', 'create_project', 'get_project', 'update_project', 'delete_project'],
  ...['get_visibility_settings', 'update_visibility_settings'],
  ...['list_prompts', 'add_prompt', 'get_prompt_history', 'update_prompt', 'delete_prompt'],
  ...['list_competitors', 'track_competitor', 'untrack_competitor', 'suggest_competitors'],
  ...['list_conversations', 'create_conversation', 'update_conversation', 'delete_conversation'],
  ...['list_sitemaps', 'add_sitemap', 'delete_sitemap'],
  ...['get_agent_readiness', 'scan_agent_readiness'],
  ...[
    'run_scan',
    'list_scans',
    'estimate_scan',
    'get_scan',
    'retry_scan',
    'rescan_prompt',
    'run_conversation',
  ],
  ...visibilityTools,
  ...['list_briefs', 'plan_brief', 'get_brief', 'approve_brief'],
  'ask_agent',
]
export const thanks = { text: 'Thank you, the feedback was recorded.', isError: false }
export const known = { text: 'This feedback was already recorded.', isError: false }
