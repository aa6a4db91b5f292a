import { plainLine, shorten } from '../text/line.ts'
import { anyOf } from '../text/pattern.ts'
import type { Change } from './change.ts'
import type { Nature } from './nature.ts'
import { mainKindOf } from './paths.ts'
import {
  breakingShape,
  breakingWords,
  endOfSupport,
  harmlessRemoval,
  namedThing,
  newMinimum,
  otherDefault,
  otherPlatform,
} from './words.ts'

/** Why a change is breaking; null if it is not. */
export function readBreaking(change: Change, nature: Nature): string | null {
  const { subject, body, step } = change
  const declared = readDeclaredBreaking(change, nature)
  // A dependency update quotes release notes of the dependency, whose breaking changes do not count.
  if (declared !== null || nature === 'dependencies') return declared
  if (nature === 'testing' || nature === 'documentation' || nature === 'ci' || nature === 'style') return null
  if (subject.type === 'deps' || deniesBreaking.test((body ?? '').slice(0, maxDenial))) return null
  return readShape(subject.gist, change, nature, step)
}

/** Why a change is breaking according to its author or its maintainers; null if nobody says so. */
export function readDeclaredBreaking(change: Change, nature: Nature): string | null {
  const { subject, labels, body, commits, notes } = change
  if (subject.isBreaking) return 'Its author marks it with an exclamation mark.'
  if (labels.some((label) => breakingLabel.test(label))) return 'It has a label for breaking changes.'
  if (notes.some(({ isBreaking }) => isBreaking)) return 'Its note is marked as breaking.'
  if (otherMinimum.test(subject.gist)) return 'It raises the oldest supported version of its language.'
  if (nature === 'dependencies') return null
  if ([body ?? '', ...commits.map(({ message }) => message)].some((text) => breakingNote(text) !== null))
    return 'It has a BREAKING CHANGE footer.'
  if (body && /^#{1,4} *breaking changes?\s*$/im.test(body) && underHeading(body) !== null)
    return 'Its description has a section on breaking changes.'
  // A test or a document about breaking changes breaks nothing.
  if (nature === 'testing' || nature === 'documentation') return null
  return breakingWords.test(subject.gist) ? 'Its title says that it is breaking.' : null
}

/** An author who says that nothing breaks knows better than the words of the title. */
const deniesBreaking =
  /\b(?:not|isn't|no) (?:(?:be|a|an|any|considered|it) )*(?:(?:semver|api|public|user-facing)[- ])*(?:breaking|incompatible)\b(?!(?: (?:api )?changes?)? (?:if|when|unless|until|yet)\b)/i
const maxDenial = 4_000

/** "Upgrade `console` to 0.16, bump MSRV to 1.66", "Raise the minimum Go version from 1.24 to 1.25". */
const otherMinimum = anyOf('i', [
  /(?:,|;| and) (?:(?:bump|raise|increase)(?:s|d|ed)? )?(?:the )?MSRV to v?\d/,
  newMinimum,
  otherPlatform,
])

const breakingLabel =
  /(?<!non[- ]?|not[- ])\bbreaking\b|^(?:semver|release|bump)[-:/]?\s*major$|\bincompatible\b/i

/** "Remove `static` from some methods" */
const keywordRemoval =
  /^remove `(?:abstract|async|const|final|inline|private|protected|public|static|virtual)`/i

function readShape(gist: string, { paths }: Change, nature: Nature, step: Change['step']): string | null {
  const kind = mainKindOf(paths)
  if (kind !== null && kind !== 'source' && kind !== 'dependencies') return null
  if (endOfSupport.test(gist) && (/\bsupport\b/i.test(gist) || !harmlessRemoval.test(gist)))
    return 'It ends support for something.'
  if (harmlessRemoval.test(gist) || keywordRemoval.test(gist)) return null
  if (otherDefault.test(gist) && step !== 'patch' && (step === 'major' || /^change/i.test(gist)))
    return 'It changes a default.'
  if (step === 'patch' || !breakingShape.test(gist) || !namedThing.test(objectOf(gist))) return null
  if (nature === 'performance' || nature === 'infrastructure') return null
  if (
    nature === 'fix' &&
    !/^(?:require|rename|drop|remove|stop exporting|no longer export|change)/i.test(gist)
  )
    return null
  if (nature !== 'internal') return 'It removes, renames or requires something that users name.'
  return step === 'major' && /`|--/.test(gist) ? 'It removes something by name, in a major version.' : null
}

/** The object of a title's verb: `a` in "Remove `a` in favour of `b`". */
export function objectOf(title: string): string {
  const object = title.replace(/^(?:no longer \w+|\S+)\s+/i, '')
  return (
    object.split(
      /\s(?:in|when|from|using|of|for|with|while|if|as|by|on|at|after|before|because|without)\s/,
      1,
    )[0] ?? ''
  )
}

/** The sentence after a BREAKING CHANGE footer. */
export function breakingNote(text: string): string | null {
  return (
    /^(?:\*\*)?BREAKING[ -]CHANGES?(?:\*\*)?: *(?:\*\*)? *(\S.*(?:\n(?!\n|[\w-]+: ).+)*)/m.exec(text)?.[1] ??
    null
  )
}

/** What users have to do when they upgrade; null if the change does not say. */
export function upgradeNoteOf({ body, commits, notes }: Change): string | null {
  for (const text of [body ?? '', ...commits.map(({ message }) => message)]) {
    const note = breakingNote(text) ?? underHeading(text)
    if (note) return shorten(plainLine(note.replace(/\*\*/g, '')), 400)
  }
  for (const { text, detail } of notes) {
    const found = [text, detail ?? ''].join(' ').match(instruction)?.[0]
    if (found) return shorten(plainLine(found), 400)
  }
  const found = instruction.exec(plainLine((body ?? '').slice(0, 4_000)))?.[0]
  return found ? shorten(found.trim(), 400) : null
}

function underHeading(text: string): string | null {
  const [, said] =
    /^#{1,4} *(?:breaking changes?|migration(?: guide)?|upgrade(?: notes?)?|upgrading)\s*\n+((?:(?!#).+\n?)+)/im.exec(
      text,
    ) ?? []
  if (!said || /^\s*(?:[-*]\s*)?(?:\[|none|no\b|not\b|n\/a|<!--|_|there (?:are|is) no)/i.test(said))
    return null
  return said.replace(/^[-*+] /gm, '')
}

const instruction =
  /(?:^|(?<=[.!:] ))(?:(?:if you|users? (?:who|of|must|should|need)|to (?:keep|restore|migrate|opt|upgrade|get)|use|replace|pass|set|switch|rename|migrate|you (?:now )?(?:must|need|should|have to)|instead|callers (?:must|should))\b[^.]{8,240}\.)/im
