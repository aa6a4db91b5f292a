import { sql } from 'drizzle-orm'
import { readCatalog } from '../ai/engines/catalog.ts'
import { createEngines } from '../ai/engines/engines.ts'
import { serverUrl } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { compareClocks } from './check-database.ts'
import { type Finding, green, type OpenSubject, red, type Subject, yellow } from './finding.ts'

const timeoutMilliseconds = 5000

/** Whether the server of this configuration is ready, and what it warns of. */
export async function checkServer({
  config,
  machine,
}: Subject): Promise<{ isRunning: boolean; finding: Finding }> {
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::'
  const address = serverUrl(isEverywhere ? 'localhost' : config.host, config.port) + config.basePath
  const response = await ask(machine, `${address}/readyz`)
  if (!response)
    return { isRunning: false, finding: yellow('server', `No server answers at ${address}.`, 'herald serve') }
  return { isRunning: true, finding: await readAnswer(response, address) }
}

async function readAnswer(response: Response, address: string): Promise<Finding> {
  const body = (await response.json().catch(() => ({}))) as { error?: string; warnings?: string[] }
  const [warning] = body.warnings ?? []
  if (!response.ok)
    return red('server', body.error ?? `${address} answers ${response.status}.`, 'herald health')
  if (warning) return yellow('server', warning, 'Set TRUST_PROXY=1 and restart')
  return green('server', `The server at ${address} is ready.`)
}

/** Whether the address in links and webhooks leads back to this server. */
export async function checkAddress(
  { config, machine }: Subject,
  name: 'BASE_URL' | 'APP_URL',
): Promise<Finding> {
  const url = name === 'BASE_URL' ? config.baseUrl : config.appUrl
  const response = await ask(machine, `${url}/healthz`)
  const body = await response?.json().catch(() => null)
  if (response?.ok && (body as { status?: string } | null)?.status === 'ok')
    return green(name, `${url} reaches a running server.`)
  const problem = response ? `answers ${response.status}` : 'does not answer'
  return yellow(name, `${url}/healthz ${problem} from this machine.`, `Correct ${name}, DNS or the proxy`)
}

/** The clock of the code host, and whether it accepts the operator's token; null without repositories. */
export async function checkCodeHost({ config, db, machine }: OpenSubject): Promise<Finding[]> {
  const [used] = await db.all(sql`select 1 from integrations where provider = 'github' limit 1`)
  if (!used && config.githubToken === null) return []
  const headers: Record<string, string> =
    config.githubToken === null ? {} : { authorization: `Bearer ${config.githubToken}` }
  const response = await ask(machine, `${config.githubApiUrl}/rate_limit`, headers)
  const { host } = new URL(config.githubApiUrl)
  if (!response) return [red('code host', `${host} does not answer.`, 'Check the network and GITHUB_API_URL')]
  const at = Date.parse(response.headers.get('date') ?? '')
  const clock = Number.isNaN(at) ? [] : [compareClocks('clock of the code host', machine, at)]
  if (response.status === 401)
    return [...clock, red('code host', `${host} refuses GITHUB_TOKEN.`, 'Replace GITHUB_TOKEN')]
  const expires = Date.parse(
    response.headers.get('github-authentication-token-expiration')?.replace(' UTC', 'Z').replace(' ', 'T') ??
      '',
  )
  const days = Math.floor((expires - machine.now().getTime()) / (24 * 60 * 60 * 1000))
  return days < 14
    ? [
        ...clock,
        yellow(
          'code host',
          `GITHUB_TOKEN expires in ${days === 1 ? 'one day' : `${days} days`}.`,
          'Replace GITHUB_TOKEN',
        ),
      ]
    : [...clock, green('code host', `${host} answers.`)]
}

/** The catalog of answer engines. */
export function checkEngines({ config }: Subject): Finding {
  const check = 'answer engines'
  try {
    const engines = createEngines(config, readCatalog(config))
    const usable = engines.list.filter(engines.isAvailable)
    return green(check, `${usable.length} of ${engines.list.length} engines have an API key.`)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return red(check, error.message, 'Correct ENGINES_FILE, then: herald engines list')
  }
}

const ask = (machine: Subject['machine'], url: string, headers: Record<string, string> = {}) =>
  machine.fetch(url, { headers, signal: AbortSignal.timeout(timeoutMilliseconds) }).catch(() => null)
