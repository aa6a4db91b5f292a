import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { UsageError } from '../errors.ts'
import { createMcpServer } from '../features/tools/mcp.ts'
import { readRemote } from '../features/tools/remote.ts'
import { createSubmitTool } from '../features/tools/submit-feedback.ts'
import { defineCommand } from './command.ts'
import { reader, readUrl } from './options.ts'

/** Returns milliseconds. */
const readSeconds = reader('a number of seconds up to 600', (text) => {
  const seconds = Number(text)
  return seconds > 0 && seconds <= 600 ? seconds * 1000 : undefined
})

function readMetadata(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new UsageError('--metadata must be a JSON object.')
}

const mcp = defineCommand({
  name: 'mcp',
  summary: 'Run an MCP server over stdio.',
  examples: [
    'mcp --feedback-url https://herald.acme.com/v1/feedback/acme',
    'mcp --api-url https://herald.acme.com',
  ],
  options: {
    'feedback-url': {
      type: 'string',
      value: 'URL',
      read: readUrl,
      help: 'URL for feedback, https://HOST/v1/feedback/SLUG. Needs no key.',
    },
    'api-url': {
      type: 'string',
      value: 'URL',
      read: readUrl,
      help: 'URL of the API, for tools that need a key.',
    },
    'api-key': { type: 'string', value: 'KEY', help: 'API key for these tools. Default: HERALD_API_KEY.' },
    'agent-client': {
      type: 'string',
      value: 'NAME',
      help: 'Name of the agent. Sent with each submission, like the next four options.',
    },
    'agent-model': { type: 'string', value: 'NAME', help: 'The model that the agent runs on.' },
    'tool-version': { type: 'string', value: 'V', help: 'Version of the tool that the feedback is about.' },
    project: { type: 'string', value: 'ID', help: 'ID of the project that the feedback is about.' },
    metadata: {
      type: 'string',
      value: 'JSON',
      read: readMetadata,
      help: 'Further details, as a JSON object.',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      read: readSeconds,
      help: 'Time limit of API requests, in seconds. Default: 10.',
    },
  },
  async run(values, terminal) {
    const { 'api-url': apiUrl, 'feedback-url': feedbackUrl } = values
    const apiKey = values['api-key'] ?? terminal.env.HERALD_API_KEY
    if (!apiUrl && !feedbackUrl) throw new UsageError('mcp: --feedback-url URL or --api-url URL is required.')
    if (apiUrl && !apiKey) throw new UsageError('mcp: --api-url requires --api-key KEY.')
    const submit = feedbackUrl
      ? createSubmitTool({
          url: feedbackUrl,
          timeoutMilliseconds: values.timeout ?? 10_000,
          defaults: {
            agentClient: values['agent-client'],
            agentModel: values['agent-model'],
            toolVersion: values['tool-version'],
            projectId: values.project,
            metadata: values.metadata,
          },
        })
      : null
    const remote = apiUrl && apiKey ? await readRemote(apiUrl, apiKey) : { tools: [] }
    const tools = submit ? [submit, ...remote.tools.filter(({ name }) => name !== submit.name)] : remote.tools
    const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
    serveStdio(() => createMcpServer({ ...remote, tools }))
    await ended
  },
})

export const commands = [mcp]
