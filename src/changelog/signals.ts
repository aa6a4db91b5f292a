import type { Change } from './change.ts'
import type { Nature } from './nature.ts'
import { kindOfPath, mainKindOf, type PathKind } from './paths.ts'
import { isBot } from './people.ts'
import { withoutEnding } from './title-ending.ts'
import { isOrder } from './title-mood.ts'
import { dependencyUpdate, topics, wordingWords } from './words.ts'

/** The kind of work according to the title, the scope and the files; null where each is inconclusive. */
export type Signals = {
  topic: Nature | null
  scoped: Nature | null
  touched: Nature | null
  kind: PathKind | null
}

export function readSignals(change: Change): Signals {
  const kind = mainKindOf(change.paths)
  const gist = withoutEnding(change.subject.gist)
  const topic = topics.find(({ nature, pattern }) => pattern.test(gist) && isCredible(nature, change, kind))
  return {
    kind,
    topic: topic?.nature ?? null,
    scoped: natureOfScope(change, kind),
    touched: kind === null ? null : (natureOfKind[kind] ?? null),
  }
}

const natureOfKind: Partial<Record<PathKind, Nature>> = {
  notes: 'documentation',
  ci: 'ci',
  agents: 'internal',
  testing: 'testing',
  documentation: 'documentation',
  site: 'documentation',
  example: 'documentation',
  dependencies: 'dependencies',
  infrastructure: 'infrastructure',
  tooling: 'internal',
  translation: 'translation',
  generated: 'internal',
}

/** Scopes that name a kind of work, unless a type or the files contradict. */
const scopes: [Nature, RegExp][] = [
  ['dependencies', /^(?:deps(?:-dev)?|dependenc(?:y|ies)|deps[-/].+|dev-deps|lockfile)$/],
  [
    'ci',
    /^(?:ci|cicd|ci\/cd|gha|gh actions|workflows?|actions?|github|github[ -]actions|\.github|travis|renovate|dependabot|codecov|pre-commit)$/,
  ],
  [
    'testing',
    /^(?:tests?|testing|e2e|unit[- ]tests?|integration[- ]tests?|specs?|fuzz|bench(?:mark)?s?|testdata|testability)$/,
  ],
  [
    'documentation',
    /^(?:docs?|documentation|readme(?:\.md)?|website|site|www|blog|guides?|examples?|demos?|samples?|tutorials?|contributing(?:\.md)?|license|governance|sponsors?|[\w-]+\.(?:md|rst|mdx|adoc))$/,
  ],
  ['style', /^(?:lint|format|fmt|style|eslint|prettier|biome|rubocop|clippy|ruff)$/],
  [
    'internal',
    /^(?:internal|internals|dev|devcontainer|tooling|(?:code-?|dev-?)?infra|repo|monorepo|meta|release|agents?|claude|cursor|cleanup|refactor|scripts?|hack|chore|storybook|playground|makefile|editorconfig|gitignore|housekeeping|nix|vscode)$|^internal\//,
  ],
]

/** A title is about tests or pages only if such files are touched, where the files are known. */
function isCredible(topic: Nature, change: Change, kind: PathKind | null): boolean {
  const {
    subject: { gist },
    paths,
  } = change
  if (kind !== 'source' || topic === 'translation') return true
  if (/\bsponsors?(?:hips?)?\b/i.test(change.subject.scope ?? '')) return topic === 'documentation'
  // "Trim trailing whitespace in fields" may be a feature of the product.
  // "Enable the govet linter" is about the project's own code if it changes that tool's settings.
  if (topic === 'style' && isTested(change) && isOrder(gist) && !aboutCodeStyle.test(gist)) return false
  if (topic === 'testing' && aboutBenchmarks.test(gist) && shipsBenchmarks(paths)) return false
  if (topic === 'style')
    return (
      hasKind(paths, 'ci') ||
      hasKind(paths, 'tooling') ||
      paths.some((path) => /^(?:package\.json|pyproject\.toml|setup\.cfg)$/.test(path)) ||
      !/^(?:add|enable|use|support|allow|implement|introduce|integrate)\b/i.test(gist)
    )
  if (
    topic === 'testing' &&
    /^(?:fix|repair|run|speed up)\b.*\btest suite\b|\bflaky (?:[\w-]+ ){0,4}tests?\b|\bfor (?:the )?(?:acceptance|e2e|integration|unit) tests$|^add (?:a |some |more |unit |regression |missing )*tests? (?:for|of|to|that|cases?)\b/i.test(
      gist,
    )
  )
    return true
  if (topic === 'documentation' && /^explain/i.test(gist) && !hasKind(paths, 'documentation')) return false
  if (topic === 'documentation' && isTested(change)) return false
  if (topic === 'documentation')
    return (
      /^(?:document|explain|clarif)|\b(?:docs?|documentation|changelog (?:entry|entries|notes)|docstrings?|comments?|godoc|javadocs?|jsdoc|kdocs?|rustdoc|readme|typos?|sponsors?(?:hips?)?|examples?)\b/i.test(
        gist,
      ) && !/^fix.*\b(?:docs?|documentation) (?:search|site|page|link)/i.test(gist)
    )
  if (topic === 'ci') return hasKind(paths, 'ci') || /^(?:fix(?:es|ed)?|repair) (?:the )?ci$/i.test(gist)
  return (
    hasKind(paths, 'testing') &&
    !isDocumented(change) &&
    !/^(?:add|support|allow|implement)\b.*\b(?:option|flag|command|api|assertion|matcher)s?$/i.test(gist)
  )
}

/** Beginnings of titles about a project's own code; "Report lint errors once" may be about the product. */
const aboutCodeStyle =
  /^(?:address|apply|auto-?format|clean|format|lint|make|re-?format|reduce|remove|resolve|run|silence|strip|\w+$|fix(?!.*\b(?:for|in|of|when|where)\b))/i

const aboutBenchmarks = /\bbench(?:mark)?s?\b/i

/** Whether the product is about benchmarks: its own folders and files are named so. */
const shipsBenchmarks = (paths: string[]) =>
  paths.some((path) => kindOfPath(path) === 'source' && /bench/i.test(path))

/** Whether shipped source and its documentation are touched, so that users have to know about the change. */
export function isDocumented({ subject: { gist }, paths }: Change): boolean {
  return hasKind(paths, 'documentation') && hasKind(paths, 'source') && !aboutCode.test(gist)
}

/** Things of which users need not know, whatever documents mention them. */
const aboutCode =
  /\b(?:clean\w*[- ]?up|comments?|coverage|format|links?|lint\w*|refactor\w*|requirements|syntax|tests?|typos?|unused)\b/i

/** "Keep shebangs out of doc comments", with tests: the product does something with comments. */
export function isTested({ subject: { gist }, paths }: Change): boolean {
  return hasKind(paths, 'testing') && hasKind(paths, 'source') && !aboutTexts.test(gist)
}

/** Whether a change only corrects words; "..., fix typo" at the end of a title does not count. */
export const isWording = (change: Change): boolean =>
  wordingWords.test(withoutEnding(change.subject.gist)) && !isTested(change)

const aboutTexts =
  /^(?:document|explain|clarif|describe)|^(?:correct|fix)\b.*\bcomments?\b|\b(?:docs|documentation|grammar|readme|spelling|typos?|wording)\b/i

function hasKind(paths: string[], kind: PathKind): boolean {
  return paths.some((path) => kindOfPath(path) === kind)
}

/** The kind of work that a scope names, whatever files are touched. */
export const natureOfName = (scope: string | null): Nature | null =>
  (scope && scopes.find(([, pattern]) => pattern.test(scope.toLowerCase().trim()))?.[0]) || null

/** The kind of work that a scope names, unless shipped source is touched. Work on pages may touch a little of it. */
function natureOfScope({ subject: { scope, gist }, paths }: Change, kind: PathKind | null): Nature | null {
  if (!scope) return null
  const found = natureOfName(scope)
  if (found === 'dependencies' || /^(?:code|dev)-infra$/i.test(scope)) return found
  // Go programs have their shipped packages in a folder of this name.
  if (/^internal\//.test(scope))
    return /^(?:fix|prevent|avoid|support|allow)\b/i.test(gist) ? null : 'internal'
  if (kind !== 'source' || /^sponsors?$/i.test(scope)) return found
  const pages = paths.filter((path) => /^(?:site|documentation)$/.test(kindOfPath(path)))
  return found === 'documentation' && pages.length >= paths.length * mostlyPages ? found : null
}

const mostlyPages = 0.8

export function isDependencyUpdate({ authors, labels, subject }: Change): boolean {
  if (subject.scope && scopes[0]?.[1].test(subject.scope.toLowerCase())) return true
  if (dependencyUpdate.test(subject.gist)) return true
  const isBots = authors.length > 0 && authors.every(isBot)
  return (
    isBots &&
    (labels.includes('dependencies') ||
      authors.some(({ name }) => /dependabot|renovate|greenkeeper|pre-commit-ci|snyk/i.test(name)))
  )
}
