import { OperatorError } from '../errors.ts'
import type { ProjectRules } from './activity.ts'
import { categories } from './category.ts'

/** The file with a project's settings that the rules cannot infer. */
export const projectFile = '.herald.toml'

type ReadValue = (value: unknown, key: string) => unknown

const keys: Record<string, [keyof ProjectRules, ReadValue]> = {
  product: ['product', readText],
  areas: ['areas', readTexts],
  labels: ['labels', readCategories],
  'ignored-paths': ['ignoredPaths', readList],
  'ignored-authors': ['ignoredAuthors', readList],
  'package-folder': ['packageFolder', readText],
  credits: ['credits', readCredits],
  'early-features': ['earlyFeatures', readStep],
  manifest: ['manifest', readText],
}

/** Parses a `.herald.toml`; reports an error in one sentence. */
export function parseProjectFile(text: string): ProjectRules {
  const rules: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(parseToml(text))) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (!known) throw fault(`has an unknown key "${key}"; the keys are ${Object.keys(keys).join(', ')}`)
    const [name, read] = known
    rules[name] = read(value, key)
  }
  return rules
}

function parseToml(text: string): object {
  try {
    return Bun.TOML.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw fault(`is not valid TOML: ${message.replace(/^TOML Parse error: /, '').replace(/\.$/, '')}`)
  }
}

function readText(value: unknown, key: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw fault(`needs a string for ${key}`)
}

function readCredits(value: unknown, key: string): boolean | 'inline' {
  if (typeof value === 'boolean' || value === 'inline') return value
  throw fault(`needs true, false or "inline" for ${key}`)
}

function readStep(value: unknown, key: string): 'minor' | 'patch' {
  if (value === 'minor' || value === 'patch') return value
  throw fault(`needs "minor" or "patch" for ${key}`)
}

function readList(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.map((each) => readText(each, `each of ${key}`))
  throw fault(`needs a list of strings for ${key}`)
}

function readTexts(value: unknown, key: string): Record<string, string> {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isTable) throw fault(`needs a table [${key}]`)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, readText(each, `"${name}" in [${key}]`)]),
  )
}

function readCategories(value: unknown, key: string): Record<string, string> {
  const texts = readTexts(value, key)
  for (const [label, text] of Object.entries(texts)) {
    if (!categories.some((category) => category === text))
      throw fault(`assigns "${label}" to "${text}", which is none of ${categories.join(', ')}`)
  }
  return texts
}

const fault = (what: string) => new OperatorError(`${projectFile} ${what}.`)
