import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer, submitFeedbackMcpTool } from '../agent/mcp-server.ts'
import { remoteTools } from '../agent/remote-tools.ts'
import { defineCommand, UsageError } from './command.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Offer submit_feedback, and with a key the triage tools, to an agent over stdio.',
  options: {
    'feedback-url': {
      type: 'string',
      value: 'URL',
      required: true,
      help: 'Where feedback goes: https://HOST/v1/feedback/SLUG.',
    },
    'api-url': { type: 'string', value: 'URL', help: 'The service, for the tools that need a key.' },
    'api-key': { type: 'string', value: 'KEY', help: 'The key for them; else HERALD_API_KEY.' },
    'agent-client': {
      type: 'string',
      value: 'NAME',
      help: 'Sent with each submission, as are the next four.',
    },
    'agent-model': { type: 'string', value: 'NAME', help: 'The model that the agent runs on.' },
    'tool-version': { type: 'string', value: 'V', help: 'Version of the tool that the feedback is about.' },
    project: { type: 'string', value: 'ID', help: 'The project that the feedback belongs to.' },
    metadata: { type: 'string', value: 'JSON', help: 'A JSON object.' },
    timeout: { type: 'string', value: 'SECONDS', help: 'How long to wait for the service; 10 unless given.' },
  },
  async run(values) {
    const apiKey = values['api-key'] ?? process.env.HERALD_API_KEY
    if (values['api-url'] && !apiKey) throw new UsageError('herald mcp needs --api-key KEY with --api-url.')
    const submit = submitFeedbackMcpTool({
      url: readUrl('feedback-url', values['feedback-url']),
      timeoutMilliseconds: readSeconds(values.timeout) * 1000,
      defaults: {
        agentClient: values['agent-client'],
        agentModel: values['agent-model'],
        toolVersion: values['tool-version'],
        projectId: values.project,
        metadata: readMetadata(values.metadata),
      },
    })
    const triage =
      values['api-url'] && apiKey ? await remoteTools(readUrl('api-url', values['api-url']), apiKey) : []
    const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
    await createMcpServer([submit, ...triage.filter(({ name }) => name !== submit.name)]).connect(
      new StdioServerTransport(),
    )
    await ended
  },
})

function readUrl(option: string, text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new UsageError(`--${option} must be an http or https URL, not "${text}".`)
}

function readSeconds(text = '10'): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= 600) return seconds
  throw new UsageError(`--timeout must be a number of seconds up to 600, not "${text}".`)
}

function readMetadata(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new UsageError('--metadata must be a JSON object.')
}
