import { readConfig, serverUrl } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { defineCommand } from './command.ts'

const health = defineCommand({
  name: 'health',
  summary: 'Check that the server is ready, for container health checks.',
  examples: ['health'],
  options: {},
  async run(_, terminal) {
    const { host, port } = readConfig(terminal.env)
    const isEverywhere = host === '0.0.0.0' || host === '::'
    const address = `${serverUrl(isEverywhere ? 'localhost' : host, port)}/readyz`
    const response = await fetch(address).catch(() => null)
    if (response?.ok) {
      const { warnings = [] } = (await response.json().catch(() => ({}))) as { warnings?: string[] }
      for (const warning of warnings) terminal.warn(warning)
      return terminal.print('ready')
    }
    throw new OperatorError(`The server at ${address} is not ready${await reasonIn(response)}.`)
  },
})

export const commands = [health]

/** The reason that the server reports, as the end of a sentence. */
async function reasonIn(response: Response | null): Promise<string> {
  if (!response) return ': there is no response'
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  return typeof body?.error === 'string' ? `: ${body.error.replace(/\.$/, '')}` : ''
}
