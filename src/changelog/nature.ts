import { objectOf } from './breaking.ts'
import type { Category } from './category.ts'
import type { Change } from './change.ts'
import { isOrder } from './clause.ts'
import { readForeign } from './languages.ts'
import { type Guess, guessKind } from './learned/kinds.ts'
import { kindOfPath, mainKindOf, type PathKind } from './paths.ts'
import { isBot } from './people.ts'
import { natureOfSection } from './sections.ts'
import {
  breakingShape,
  dependencyUpdate,
  featureWords,
  fixWords,
  harmlessRemoval,
  internalWords,
  mendingWords,
  namedThing,
  otherDefault,
  packagingWords,
  performanceWords,
  smallDocumentation,
  topics,
  vagueTitle,
  wordingWords,
} from './words.ts'

/** What kind of work a change is, finer than its category. */
export type Nature =
  | 'security'
  | 'fix'
  | 'feature'
  | 'performance'
  | 'dependencies'
  | 'ci'
  | 'infrastructure'
  | 'internal'
  | 'style'
  | 'translation'
  | 'testing'
  | 'documentation'

export const categoryOfNature: Record<Nature, Category> = {
  security: 'Security',
  fix: 'Bug Fixes',
  feature: 'Features & Enhancements',
  performance: 'Performance Improvements',
  dependencies: 'Infrastructure',
  ci: 'Infrastructure',
  infrastructure: 'Infrastructure',
  internal: 'Internal Changes',
  style: 'Internal Changes',
  translation: 'Internal Changes',
  testing: 'Testing',
  documentation: 'Documentation',
}

const natureOfType: Record<string, Nature> = {
  feat: 'feature',
  fix: 'fix',
  perf: 'performance',
  docs: 'documentation',
  test: 'testing',
  build: 'infrastructure',
  ci: 'ci',
  chore: 'internal',
  refactor: 'internal',
  style: 'style',
  security: 'security',
  deps: 'dependencies',
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

/** Scopes that name a kind of work, where neither a type nor the files say otherwise. */
const scopes: [Nature, RegExp][] = [
  ['dependencies', /^(?:deps(?:-dev)?|dependenc(?:y|ies)|deps[-/].+|dev-deps|lockfile)$/],
  [
    'ci',
    /^(?:ci|cicd|ci\/cd|gha|gh actions|workflows?|actions|github|github[ -]actions|\.github|travis|renovate|dependabot|codecov|pre-commit)$/,
  ],
  [
    'testing',
    /^(?:tests?|testing|e2e|unit[- ]tests?|integration[- ]tests?|specs?|fuzz|bench(?:mark)?s?|testdata)$/,
  ],
  [
    'documentation',
    /^(?:docs?|documentation|readme(?:\.md)?|website|site|www|blog|guides?|examples?|demos?|samples?|tutorials?|contributing(?:\.md)?|license|governance|[\w-]+\.(?:md|rst|mdx|adoc))$/,
  ],
  ['style', /^(?:lint|format|fmt|style|eslint|prettier|biome|rubocop|clippy|ruff)$/],
  [
    'internal',
    /^(?:internal|internals|dev|devcontainer|tooling|infra|repo|monorepo|meta|release|agents?|claude|cursor|cleanup|refactor|scripts?|hack|chore|storybook|playground|makefile|editorconfig|gitignore|housekeeping|nix|vscode)$|^internal\//,
  ],
]

export type Reading = { nature: Nature; because: string }

/** The maintainers' note comes first, then a change's own word for itself, its subject matter, and what it touches. */
export function natureOf(change: Change): Reading {
  const { type, scope, gist } = change.subject
  const kind = mainKindOf(change.paths)
  const noted = change.notes.map(({ section }) => natureOfSection(section)).find((nature) => nature !== null)
  if (isDependencyUpdate(change) && noted !== 'fix' && noted !== 'feature') {
    return { nature: 'dependencies', because: 'It reads like an update of dependencies.' }
  }
  if (noted) return { nature: noted, because: `Its note stands under "${change.notes[0]?.section}".` }

  const topic =
    topics.find(({ nature, pattern }) => pattern.test(gist) && isCredible(nature, change, kind))?.nature ??
    null
  const scoped = natureOfScope(scope, kind)
  const declared = type ? (natureOfType[type] ?? null) : null
  if (!declared && change.notes.length === 0 && wordingWords.test(gist))
    return { nature: 'documentation', because: 'It changes words alone.' }
  // A note was written for users: only what kind of news it is remains open.
  if (change.notes.length > 0)
    return declared && forUsers.has(declared)
      ? { nature: declared, because: `Maintainers wrote a note, and call it ${declared}.` }
      : (readSide(
          declared ?? topic ?? (kind === null || kind === 'source' ? null : (natureOfKind[kind] ?? null)),
        ) ?? readNoted(gist))
  if (declared) return readDeclared(change, declared, { topic, scoped, kind })
  if (vagueTitle.test(gist)) return { nature: 'internal', because: 'Its title does not say what changed.' }
  return readPlain(change, { topic, scoped, kind })
}

/** A word of a title is about tests or pages only when such files are touched, where the files are known. */
function isCredible(topic: Nature, { subject: { gist }, paths }: Change, kind: PathKind | null): boolean {
  if (kind !== 'source' || topic === 'style') return true
  if (topic === 'documentation')
    return (
      /^(?:document|explain|clarif)|\b(?:docs?|documentation|docstrings?|comments?|godoc|jsdoc|readme|typos?)\b/i.test(
        gist,
      ) && !/^fix.*\b(?:docs?|documentation) (?:search|site|page|link)/i.test(gist)
    )
  if (topic === 'ci') return hasKind(paths, 'ci') || /^(?:fix(?:es|ed)?|repair) (?:the )?ci$/i.test(gist)
  return (
    hasKind(paths, 'testing') &&
    !/^(?:add|support|allow|implement)\b.*\b(?:option|flag|command|api|assertion|matcher)s?$/i.test(gist)
  )
}

const forUsers = new Set<Nature>(['fix', 'feature', 'performance', 'security', 'infrastructure'])

/** Maintainers may note what is not for users: then it stands where such work belongs. */
function readSide(nature: Nature | null): Reading | null {
  if (nature === null || forUsers.has(nature)) return null
  return { nature, because: `Maintainers wrote a note about ${nature}.` }
}

function readNoted(gist: string): Reading {
  const because = 'Maintainers wrote a note; its words tell the kind.'
  if (performanceWords.test(gist) && !fixWords.test(gist)) return { nature: 'performance', because }
  if (mendingWords.test(gist)) return { nature: 'fix', because }
  if (featureWords.test(gist)) return { nature: 'feature', because }
  if (fixWords.test(gist)) return { nature: 'fix', because }
  return { nature: natureOfGuess(guessKind(gist, []), gist), because }
}

type Signs = { topic: Nature | null; scoped: Nature | null; kind: PathKind | null }

function readDeclared(change: Change, declared: Nature, { topic, scoped, kind }: Signs): Reading {
  const own = { nature: declared, because: `Its author calls it ${declared}.` }
  const { gist } = change.subject
  if (declared === 'internal' || declared === 'infrastructure') {
    if (scoped ?? topic)
      return { nature: (scoped ?? topic) as Nature, because: 'Its scope or title names that work.' }
    if (declared === 'internal' && change.subject.type === 'chore') return readChore(change, kind) ?? own
    return own
  }
  if (declared !== 'fix' && declared !== 'feature' && declared !== 'performance') return own
  const touched = kind === null || kind === 'source' ? null : natureOfKind[kind]
  if (scoped)
    return { nature: scoped, because: `Its scope names ${scoped} and no shipped source says otherwise.` }
  // What is broken for readers of a page is broken, also where the page is documentation (rule 4).
  if (topic === 'documentation' && !touched && !smallDocumentation.test(gist)) return own
  if (topic && topic !== 'ci') return { nature: topic, because: `Its title is about ${topic}.` }
  if (topic === 'ci' && kind !== 'source')
    return { nature: topic, because: 'Its title is about continuous integration.' }
  if (touched && touched !== 'infrastructure' && touched !== 'translation' && !(touched === 'dependencies')) {
    if (
      touched === 'documentation' &&
      declared === 'fix' &&
      kind === 'documentation' &&
      !smallDocumentation.test(gist) &&
      fixWords.test(gist) &&
      change.paths.length <= 1
    )
      return own
    return { nature: touched, because: `It is called ${declared}, but touches nothing but ${touched}.` }
  }
  return own
}

/** Chores that change what users have: their words and files decide. */
function readChore({ subject: { gist }, paths }: Change, kind: PathKind | null): Reading | null {
  if (kind !== 'source') return null
  const guess = guessKind(gist, paths)
  if (mendingWords.test(gist) || /^fix/i.test(gist))
    return { nature: 'fix', because: 'It is called a chore, but mends shipped source.' }
  if (/^(?:allow|support|enable|expose|accept)s?\b/i.test(gist))
    return { nature: 'feature', because: 'It is called a chore, but lets users do more.' }
  if (guess.forUsers < 0.8 || internalWords.test(gist)) return null
  return {
    nature: natureOfGuess(guess, gist),
    because: 'It is called a chore, but reads like work for users.',
  }
}

function readPlain(change: Change, { topic, scoped, kind }: Signs): Reading {
  const { gist } = change.subject
  if (topic) return { nature: topic, because: `Its title is about ${topic}.` }
  if (kind !== null && kind !== 'source') {
    const nature = natureOfKind[kind] as Nature
    if (kind === 'dependencies' && packagingWords.test(gist))
      return { nature: 'infrastructure', because: 'It changes how it is packaged.' }
    if (kind === 'translation' && /^(?:fix|correct|use)\b/i.test(gist))
      return { nature: 'fix', because: 'It mends a translation.' }
    if (kind === 'translation' && /^(?:add|support)/i.test(gist))
      return { nature: 'feature', because: 'It adds a language.' }
    if (kind !== 'dependencies') return { nature, because: `Its files are ${kind}.` }
    if (guessKind(gist, change.paths).forUsers < 0.7 && !takesAway(gist))
      return { nature: 'infrastructure', because: 'It touches nothing but manifests.' }
  }
  if (scoped) return { nature: scoped, because: `Its scope names ${scoped} and the files agree.` }
  return readWords(change, kind)
}

function readWords({ subject: { gist }, paths }: Change, kind: PathKind | null): Reading {
  const guess = guessKind(gist, paths)
  const foreign = readForeign(gist)
  if (foreign) return { nature: foreign, because: 'Its words say so in their language.' }
  if (takesAway(gist) && (guess.forUsers > 0.2 || /(?:^|\s)--?[a-z]/.test(gist)))
    return { nature: 'feature', because: 'It changes something that users name.' }
  if (mendingWords.test(gist) && !/^fix\b/i.test(gist))
    return { nature: 'fix', because: 'Its words mend something.' }
  const isInternal = internalWords.test(gist)
  if (isInternal && !/^fix/i.test(gist) && guess.forUsers < 0.62)
    return { nature: 'internal', because: 'Its words are those of inner work.' }
  if (performanceWords.test(gist) && !fixWords.test(gist) && !/^add\b.*\boption/i.test(gist))
    return { nature: 'performance', because: 'Its words are about speed or memory.' }
  if (/^(?:deploy|dockeri[sz]e|publish|package)\b/i.test(gist) && packagingWords.test(gist))
    return { nature: 'infrastructure', because: 'Its words are about packaging.' }
  if (mendingWords.test(gist)) return { nature: 'fix', because: 'Its words mend something.' }
  if (featureWords.test(gist)) return { nature: 'feature', because: 'Its words bring something.' }
  if (fixWords.test(gist)) return { nature: 'fix', because: 'Its words mend something.' }
  if (packagingWords.test(gist) && guess.chances.infra > 0.2)
    return { nature: 'infrastructure', because: 'Its words are about packaging.' }
  // What changes shipped source is for users until something says otherwise.
  const least = kind === 'source' ? 0.4 : 0.3
  if (guess.forUsers < least && guess.kind !== 'docs')
    return { nature: 'internal', because: `Titles like this are ${guess.kind} elsewhere.` }
  if (guess.kind === 'docs' && guess.chances.docs > 0.6)
    return { nature: 'documentation', because: 'Titles like this are documentation elsewhere.' }
  return {
    nature: natureOfGuess(guess, gist),
    because: 'It changes what users have; titles like this are of that kind elsewhere.',
  }
}

/** "Rename `--out`" is no inner work: users name it. */
function takesAway(gist: string): boolean {
  if (otherDefault.test(gist)) return true
  return breakingShape.test(gist) && namedThing.test(objectOf(gist)) && !harmlessRemoval.test(gist)
}

function natureOfGuess({ chances, forUsers }: Guess, title = ''): Nature {
  if (chances.perf > chances.fix && chances.perf > chances.feature) return 'performance'
  // Fixes are declared twice as often as features are: of a thing that a title names that is no evidence.
  const least = isOrder(title) || /\b(?:is|are|was|were|does|returns?|gets?)\b/.test(title) ? 0.72 : 0.84
  return chances.fix >= forUsers * least ? 'fix' : 'feature'
}

function hasKind(paths: string[], kind: PathKind): boolean {
  return paths.some((path) => kindOfPath(path) === kind)
}

/** What a scope says about the kind of work, when shipped source is not what it touches. */
function natureOfScope(scope: string | null, kind: PathKind | null): Nature | null {
  if (!scope) return null
  const found = scopes.find(([, pattern]) => pattern.test(scope.toLowerCase().trim()))?.[0] ?? null
  if (found === 'dependencies') return found
  if (/^internal\//.test(scope)) return 'internal'
  return kind === 'source' ? null : found
}

function isDependencyUpdate({ authors, labels, subject }: Change): boolean {
  if (subject.scope && scopes[0]?.[1].test(subject.scope.toLowerCase())) return true
  if (dependencyUpdate.test(subject.gist)) return true
  const isBots = authors.length > 0 && authors.every(isBot)
  return (
    isBots &&
    (labels.includes('dependencies') ||
      authors.some(({ name }) => /dependabot|renovate|greenkeeper|pre-commit-ci|snyk/i.test(name)))
  )
}
