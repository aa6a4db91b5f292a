import { plainLine, shorten } from '../text/line.ts'
import { oneOf, wholly } from '../text/pattern.ts'
import type { Commit } from './activity.ts'
import type { Person } from './change.ts'

/** Accounts by the author name in commits, from commits that contain both. */
export function readAccounts(commits: Commit[]): Map<string, string> {
  const accounts = new Map<string, string>()
  for (const { authorName, authorLogin } of commits) if (authorLogin) accounts.set(authorName, authorLogin)
  return accounts
}

/**
 * The authors of a change, each once: the opener, then authors and co-authors in the order of their commits.
 */
export function readAuthors(
  commits: Commit[],
  opener: string | null,
  accounts: Map<string, string>,
): Person[] {
  const people = new Map<string, Person>()
  const add = (signed: string, login: string | null) => {
    const name = inOrder(shorten(plainLine(signed).replace(/^"(.+)"$/, '$1'), 60)) || 'Unknown'
    const key = (login ?? name).toLowerCase()
    if (!people.has(key)) people.set(key, { name, login })
  }

  if (opener && !isModel(opener, '')) add(opener, opener)
  for (const { authorName, authorLogin, message } of commits.toReversed()) {
    const login = authorLogin ?? accounts.get(authorName) ?? null
    // Without an account the opener cannot be distinguished from other authors of the commits.
    if ((login || !opener) && !isModel(authorName, '')) add(authorName, login)
    for (const [, name = '', email = ''] of message.matchAll(coAuthor)) {
      if (!isModel(name, email)) add(name, loginOfEmail(email) ?? accounts.get(name) ?? null)
    }
  }
  return [...people.values()]
}

/** "Gray, Ana (Annie)" as "Ana Gray". */
const inOrder = (name: string) =>
  name.replace(/^(\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}'’-]+)(?: \([^()]*\))?$/u, '$2 $1')

const coAuthor = /^Co-authored-by:[ \t]*([^<\n]{1,100}?)[ \t]*<([^<>\n]{0,200})>[ \t]*$/gim

/** The account in one of GitHub's noreply addresses. */
export function loginOfEmail(email: string): string | null {
  return (
    /^(?:\d+\+)?([a-z\d](?:[a-z\d-]{0,38})(?:\[bot\])?)@users\.noreply\.github\.com$/i.exec(email)?.[1] ??
    null
  )
}

export function isBot({ name, login }: Person): boolean {
  return [name, login ?? ''].some(
    (each) =>
      /[[(]bot[\])]$/i.test(each) ||
      /(?:^|[-_ ])bot$|^bot[-_ ]/i.test(each) ||
      robots.test(each) ||
      /^[a-z\d-]{3,}(?<!tal|ab|ca)bot$/.test(each),
  )
}

const robots = wholly('i', [
  /dependabot|renovate(?:-bot| bot)?|github-actions|github actions|github|greenkeeper|snyk-bot|snyk/,
  /weblate|hosted weblate|crowdin.*|transifex.*|pre-commit-ci|allcontributors|all-contributors/,
  /semantic-release-bot|release-please|imgbot|mergify|codecov|autofix-ci|web-flow|pyup-bot/,
  /scala-steward|kodiakhq|gopherbot|copybara.*|k8s-ci-robot|netlify|vercel|actions-user|houston/,
  /changeset-bot|deepsource-autofix|restyled.*|sourcery-ai|fossabot|mend-bolt.*/,
])

/** Coding assistants sign commits; only people are credited. */
export function isModel(name: string, email: string): boolean {
  return (
    modelName.test(name.trim().slice(0, maxModelName)) ||
    /@(?:anthropic\.com|cursor\.(?:com|sh)|devin\.ai|openai\.com|aider\.chat|cognition\.ai|codeium\.com|windsurf\.com|sweep\.dev)$|^(?:copilot|cursoragent|noreply\+?claude|gemini-code-assist)/i.test(
      email,
    ) ||
    /\+(?:copilot|claude|devin-ai-integration|cursoragent|codex|gemini-code-assist)\b/i.test(email)
  )
}

/** Models and programs that write code. */
const models = oneOf([
  /claude|chatgpt|gpt|copilot|github copilot|codex|cursor|gemini|devin|aider|windsurf|codeium/,
  /amp|jules|sweep|openhands|opencode|goose|cline|roo ?code|kilo ?code|llama|mistral|qwen/,
  /deepseek|grok|kiro|warp|factory[- ]?droid|coderabbit\w*|sourcery|antigravity|junie/,
  /augment(?: code)?|trae|zencoder|bolt|lovable|v0|replit agent|ai assistant|ai/,
])
/**
 * What follows their names: editions, versions, roles. A number ends with its word and parentheses are not nested, so
 * that there is one way to read them.
 */
const editions = oneOf([
  /ai|agent|code|cli|bot|assist(?:ant)?|coding agent|swe agent|swe-agent|integration|autofix/,
  /sonnet|opus|haiku|fable|pro|flash|mini|max|o\d|v?\d[\w.]*(?![\w.])|\([^()]*\)|\[bot\]|reviewer|review/,
  /action|via .*|with .*|chat|dev|composer|ultra|preview|thinking|high|low|medium|context|1m/,
  /oss|turbo|\w+ \d[\w.]*(?![\w.])/,
])
const modelName = new RegExp(`^(?:@?(?:${models}))(?:[ -]?(?:${editions})){0,8}$`, 'i')
const maxModelName = 100

/** A change signed only by bots. */
export function isAutomatic({ authors, isSigned }: { authors: Person[]; isSigned: boolean }): boolean {
  return isSigned && authors.every(isBot)
}

/** Names that git or a container has before anybody sets one. */
const unsetName =
  /^(?:name|your name|user|username|root|admin|unknown|none|no name|developer|ubuntu|runner)$/i

/** The people among the authors: bots and names that nobody set are not credited. */
export function peopleOf(authors: Person[]): Person[] {
  return authors.filter(
    (author) => !isBot(author) && (author.login !== null || !unsetName.test(author.name.trim())),
  )
}
