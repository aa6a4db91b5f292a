import { readConfig } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { createInputBudget } from '../input-budget.ts'
import { FetchError } from '../net/fetch-error.ts'
import { agentName, type FetchOptions } from '../net/fetch-page.ts'
import { fetchResponse } from '../net/fetch-response.ts'
import { hostOf, isPublicName, withScheme } from '../net/public-url.ts'
import type { Result } from '../readiness/check.ts'
import { type CheckResult, type Evaluation, evaluate } from '../readiness/evaluate.ts'
import { readFiles } from '../readiness/read-files.ts'
import { readSample, readStart } from '../readiness/scan-site.ts'
import { count, terminalLine, terminalText } from '../text/line.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { startProgress } from './progress.ts'

const readiness = defineCommand({
  name: 'readiness',
  summary: 'Check how well AI agents can read a website, without a server.',
  examples: ['readiness example.com', 'readiness http://localhost:3000 --json'],
  argument: { value: 'URL', help: 'Website to scan.', required: true },
  options: {
    json: { type: 'boolean', help: 'Print score, checks, evidence and fixes as JSON.' },
  },
  async run({ json }, terminal, address = '') {
    const target = readTarget(address)
    const evaluation = await scan(terminal, target)
    if (json) printJson(terminal, { url: target, ...evaluation })
    else printReport(terminal, evaluation)
    const failing = evaluation.checks.filter(
      ({ tier, result }) => tier === 'essential' && result === 'failed',
    )
    if (failing.length > 0) throw new OperatorError(`${count(failing.length, 'check')} under Must do failed.`)
  },
})

export const commands = [readiness]

/** The URL to scan. A server on this machine has no certificate, so http is assumed for it. */
function readTarget(address: string): string {
  const target = withScheme(address)
  return target === address.trim() || !isOwnHost(target) ? target : target.replace(/^https:/, 'http:')
}

function isOwnHost(target: string): boolean {
  const url = URL.parse(target)
  return url !== null && !isPublicName(hostOf(url))
}

async function scan(terminal: Terminal, target: string): Promise<Evaluation> {
  const config = readConfig(terminal.env)
  // A user may scan a server on this machine; a public site still cannot redirect to it.
  const allowPrivateNetwork = config.allowPrivateNetwork || isOwnHost(target)
  const ctx = { config: { ...config, allowPrivateNetwork }, inputBudget: createInputBudget() }
  const fetch = (page: string, options: FetchOptions = {}) => fetchResponse(ctx, page, options)
  using progress = startProgress(terminal)
  const onPage = (read: number, all: number) => progress.show('Reading pages', read / all)
  const scanner = { fetch, agent: agentName, onPage }
  try {
    progress.show('Reading the home page, robots.txt and the sitemap')
    const start = await readStart(scanner, target)
    const files = await readFiles(fetch, start)
    const sample = await readSample(scanner, start, files)
    return evaluate({ ...start, ...files, ...sample }, 'https://YOUR-HERALD/v1/feedback/YOUR-SLUG')
  } catch (error) {
    throw error instanceof FetchError ? new OperatorError(error.message) : error
  }
}

const marks: Record<Result, string> = {
  passed: 'ok',
  partial: 'partial',
  failed: 'FAILED',
  unknown: 'unknown',
  not_applicable: 'not applicable',
}
const width = Math.max(...Object.values(marks).map(({ length }) => length))
const indent = ' '.repeat(width + 4)

const headings = { essential: 'Must do', recommended: 'Should do', bonus: 'Optional' }

function printReport({ print }: Terminal, { score, scoreLabel, checks, pagesRead, agents }: Evaluation) {
  print(`Score ${score} of 100 (${scoreLabel}), ${count(pagesRead, 'page')} read.`)
  for (const tier of ['essential', 'recommended', 'bonus'] as const) {
    print(`\n${headings[tier]}`)
    for (const check of checks.filter((each) => each.tier === tier)) printCheck(print, check)
  }
  const blocked = agents.filter(({ purpose, result }) => purpose === 'training' && result !== 'passed')
  if (blocked.length > 0)
    print(
      `\nTraining crawlers without full access: ${blocked.map(({ agent }) => agent).join(', ')}. Not scored.`,
    )
}

function printCheck(print: Terminal['print'], { name, result, evidence, fix }: CheckResult) {
  print(`  ${marks[result].padEnd(width)}  ${name}`)
  if (result === 'passed' || result === 'not_applicable') return
  for (const line of evidence) print(`${indent}${terminalLine(line)}`)
  if (result === 'unknown') return
  print(`${indent}Fix: ${terminalText(fix.text)}`)
  for (const { label, text } of fix.code.filter(isShown)) {
    print(`${indent}${label}:`)
    for (const line of text.split('\n')) print(`${indent}  ${terminalText(line)}`.trimEnd())
  }
  print(`${indent}Check: ${terminalText(fix.verify)}`)
}

/** The first code, and further files; variants for other servers are in the JSON. */
const isShown = ({ label }: { label: string }, index: number) => index === 0 || /^[\w.-]+\.\w+$/.test(label)
