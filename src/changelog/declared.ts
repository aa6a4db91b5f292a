import type { Change } from './change.ts'
import { guessKind } from './learned/kinds.ts'
import type { Nature, NatureFinding } from './nature.ts'
import type { PathKind } from './paths.ts'
import { isTested, natureOfName, type Signals } from './signals.ts'
import { natureOfGuess } from './undeclared.ts'
import {
  codeWords,
  fixWords,
  internalWords,
  mendingWords,
  newVersions,
  performanceWords,
  smallDocumentation,
  soonerWords,
} from './words.ts'

export const natureOfType: Record<string, Nature> = {
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

/** The kind of a change with a declared type, which the files and the title may correct. */
export function readDeclared(
  change: Change,
  declared: Nature,
  { topic, scoped, touched, kind }: Signals,
): NatureFinding {
  const own = { nature: declared, because: `Its type is ${declared}.` }
  const { gist } = change.subject
  if (declared === 'internal' || declared === 'infrastructure') {
    const named = change.subject.type === 'chore' ? natureOfName(change.subject.scope) : null
    // "chore(agents): ..." may be about a part of the product.
    const side = scoped ?? (named === 'internal' ? null : named)
    if (side ?? topic)
      return { nature: (side ?? topic) as Nature, because: 'Its scope or title names this kind of work.' }
    if (declared === 'internal' && change.subject.type === 'chore') return readChore(change, kind) ?? own
    return own
  }
  if (declared === 'security' && touched && kind !== 'dependencies' && kind !== 'infrastructure')
    return { nature: touched, because: `Its type is security, but it only touches ${touched}.` }
  if (declared === 'security' && topic === 'ci')
    return { nature: topic, because: 'Its type is security, but its title is about continuous integration.' }
  if (declared !== 'fix' && declared !== 'feature' && declared !== 'performance') return own
  if (declared === 'fix' && touched === 'dependencies' && newVersions.test(gist))
    return { nature: 'dependencies', because: 'It only changes versions of dependencies.' }
  if (declared !== 'performance' && codeWords.test(gist))
    return { nature: 'internal', because: `Its type is ${declared}, but its words are about the code.` }
  if (scoped) return { nature: scoped, because: `Its scope is ${scoped} and no shipped source contradicts.` }
  if (topic === 'documentation' && docsOnly.test(gist) && !isTested(change))
    return { nature: topic, because: 'Its title names only documentation.' }
  // A broken page is a bug for its readers, even if the page is documentation (rule 4).
  if (topic === 'documentation' && !touched && !smallDocumentation.test(gist)) return own
  if (topic && topic !== 'ci' && (kind !== 'source' || (topic === 'style' && declared === 'fix')))
    return { nature: topic, because: `Its title is about ${topic}.` }
  if (topic === 'ci' && kind !== 'source')
    return { nature: topic, because: 'Its title is about continuous integration.' }
  if (touched && touched !== 'infrastructure' && touched !== 'translation' && !(touched === 'dependencies')) {
    if (
      touched === 'documentation' &&
      declared === 'fix' &&
      kind === 'documentation' &&
      !smallDocumentation.test(gist) &&
      fixWords.test(gist) &&
      !/\bexamples?\b/i.test(gist) &&
      change.paths.length <= 1
    )
      return own
    return { nature: touched, because: `Its type is ${declared}, but it only touches ${touched}.` }
  }
  return own
}

/** "Update incorrect doc comments", which are in shipped source. */
const docsOnly =
  /^(?:add|clarify|correct|fix|improve|update) (?:(?!(?:for|from|in|of|to|with) )[\w`'-]+ ){0,3}(?:docs? comments?|docstrings?)$/i

/** Additions that only users see, whatever their type. */
const addedForUsers =
  /^add(?:s|ed)? (?:[\w.*`'-]+ ){0,5}(?:icons?|options?|flags?|subcommands?|commands?|shortcuts?|keybindings?|languages?|locales?|themes?|environment variables?|support)\b(?! (?:to|in) (?:the )?(?:docs|documentation|readme|tests?|ci|workflow))/i

/** A chore is for users only if its words leave little doubt. */
const minForUsers = 0.82

/** Chores that change the product: their words and files decide. */
function readChore({ subject: { gist }, paths }: Change, kind: PathKind | null): NatureFinding | null {
  if (kind !== 'source') return null
  const guess = guessKind(gist, paths)
  if (mendingWords.test(gist) || /^fix/i.test(gist))
    return { nature: 'fix', because: 'Its type is chore, but it fixes shipped source.' }
  if (/^(?:allow|support|enable|expose|accept)s?\b/i.test(gist) || addedForUsers.test(gist))
    return { nature: 'feature', because: 'Its type is chore, but it adds something for users.' }
  if (performanceWords.test(gist) || soonerWords.test(gist))
    return { nature: 'performance', because: 'Its type is chore, but it makes shipped source faster.' }
  if (guess.forUsers < minForUsers || internalWords.test(gist)) return null
  return {
    nature: natureOfGuess(guess, gist),
    because: 'Its type is chore, but its words concern users.',
  }
}
