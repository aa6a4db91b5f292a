import { capitalize, plainLine, shorten } from '../text/line.ts'

/** A subject line, read the way Conventional Commits are written. */
export type Subject = {
  type: string | null
  scope: string | null
  isBreaking: boolean
  description: string
  /** The description without a leading place: "parser: Support tabs" is about supporting tabs. */
  gist: string
}

const aliases: Record<string, string> = {
  feature: 'feat',
  bugfix: 'fix',
  bug: 'fix',
  hotfix: 'fix',
  performance: 'perf',
  doc: 'docs',
  tests: 'test',
  sec: 'security',
  dep: 'deps',
}

const types = new Set([
  ...['feat', 'fix', 'perf', 'docs', 'test', 'build', 'ci', 'chore', 'refactor', 'style', 'revert'],
  ...['security', 'deps', 'release'],
])

const conventional = /^(\w{2,12})\s?(?:\(([^()]{1,60})\))?(!)?:\s*(\S.*)$/
const decoration = /^(?::\w{2,30}:|\p{Extended_Pictographic}\uFE0F?)\s*/u

export function readSubject(line: string): Subject {
  const text = withoutNumber(plainLine(line.slice(0, 1_000))).replace(decoration, '')
  const [, word, scope, mark, description] = conventional.exec(text) ?? []
  const type = word && (aliases[word.toLowerCase()] ?? word.toLowerCase())
  if (!type || !types.has(type) || !description) {
    return { type: null, scope: null, isBreaking: false, description: text, gist: gistOf(text) }
  }
  return {
    type,
    scope: scope?.toLowerCase() ?? null,
    isBreaking: mark === '!',
    description: type === 'revert' ? `Revert "${description}"` : description,
    gist: gistOf(description),
  }
}

function gistOf(description: string): string {
  return description.replace(/^(?!wip\b)[\w./-]{2,30}: (?=\S)/i, '')
}

/** The subject that a revert takes back. */
export function revertedSubject({ description }: Subject): string | null {
  const [, verb, quoted] = /^(Revert|Reapply) "(.+)"$/i.exec(description) ?? []
  if (!verb || !quoted) return null
  return verb.toLowerCase() === 'reapply' ? `Revert "${quoted}"` : quoted
}

/** The subject as a title: capitalised, without a final period, of a bearable length. */
export function titleOf({ description }: Subject): string {
  const title = shorten(capitalize(description.replace(/(?<!\.)\.$/, '')), 120)
  // A lone backtick would pair with one of the next title in the same sentence.
  const isBalanced = (title.split('`').length - 1) % 2 === 0
  return (isBalanced ? title : title.replaceAll('`', "'")) || 'Untitled change'
}

export function withoutNumber(line: string): string {
  return line.replace(/(?:\s*\(#\d{1,9}\))+\s*$/, '')
}
