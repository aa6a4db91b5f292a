import { objectOf } from './breaking.ts'
import type { Change } from './change.ts'
import { readForeign } from './languages.ts'
import { type Guess, guessKind } from './learned/kinds.ts'
import type { Nature, NatureFinding } from './nature.ts'
import { kindOfPath, type PathKind } from './paths.ts'
import { isDocumented, type Signals } from './signals.ts'
import { isOrder } from './title-mood.ts'
import {
  breakingShape,
  codeWords,
  featureWords,
  fixWords,
  gatheringWords,
  harmlessRemoval,
  internalWords,
  mendingWords,
  namedThing,
  newVersions,
  otherDefault,
  packagingWords,
  performanceWords,
  soonerWords,
  structureWords,
  tryingWords,
} from './words.ts'

/** The kind of a change with a note, if the note's section is neutral. */
export function readNoted(
  change: Change,
  declared: Nature | null,
  { topic, touched }: Signals,
): NatureFinding {
  if (declared && forUsers.has(declared))
    return { nature: declared, because: `Maintainers wrote a note under ${declared}.` }
  // Maintainers may also note changes that do not concern users.
  const isChore =
    change.subject.type === 'chore' && change.notes.some(({ section }) => /^changeset/.test(section ?? ''))
  const side =
    isChore && !internalWords.test(change.subject.gist) ? (topic ?? touched) : (declared ?? topic ?? touched)
  if (side && !forUsers.has(side)) return { nature: side, because: `Maintainers wrote a note about ${side}.` }
  return readNoteWords(change.subject.gist)
}

const forUsers = new Set<Nature>(['fix', 'feature', 'performance', 'security', 'infrastructure'])

function readNoteWords(gist: string): NatureFinding {
  const because = 'Maintainers wrote a note; its words determine the kind.'
  if (performanceWords.test(gist) && !fixWords.test(gist)) return { nature: 'performance', because }
  if (mendingWords.test(gist)) return { nature: 'fix', because }
  if (featureWords.test(gist)) return { nature: 'feature', because }
  if (fixWords.test(gist)) return { nature: 'fix', because }
  return { nature: natureOfGuess(guessKind(gist, []), gist), because }
}

/** The kind of a change without a declared type. */
export function readPlain(change: Change, { topic, scoped, touched, kind }: Signals): NatureFinding {
  const { gist } = change.subject
  if (/^deprecate/i.test(gist) && touched === 'documentation')
    return { nature: 'feature', because: 'Its documents announce a deprecation.' }
  if (topic) return { nature: topic, because: `Its title is about ${topic}.` }
  if (touched) {
    if (kind === 'dependencies' && packagingWords.test(gist))
      return { nature: 'infrastructure', because: 'It changes how it is packaged.' }
    if (kind === 'translation' && /^(?:fix|correct|use)\b/i.test(gist))
      return { nature: 'fix', because: 'It fixes a translation.' }
    if (kind === 'translation' && /^(?:add|support)/i.test(gist))
      return { nature: 'feature', because: 'It adds a language.' }
    if (kind === 'dependencies' && newVersions.test(gist))
      return { nature: 'dependencies', because: 'It only changes versions of dependencies.' }
    if (kind !== 'dependencies') return { nature: touched, because: `Its files are ${kind}.` }
    if (guessKind(gist, change.paths).forUsers < 0.7 && !takesAway(gist))
      return { nature: 'infrastructure', because: 'It touches nothing but manifests.' }
  }
  if (scoped) return { nature: scoped, because: `Its scope is ${scoped} and its files agree.` }
  return (isDocumented(change) ? null : readInner(change)) ?? readWords(change, kind)
}

/** Work on the code or its tests, whatever its verb; null if neither words nor files indicate that. */
function readInner({ subject: { gist }, paths }: Change): NatureFinding | null {
  if (structureWords.test(gist) || codeWords.test(gist) || (gatheringWords.test(gist) && isWide(paths)))
    return { nature: 'internal', because: 'Its words describe code structure.' }
  if (!featureWords.test(gist) && namesInternalFile(gist, paths))
    return { nature: 'internal', because: 'Its title names a file in a folder of internal code.' }
  const kinds = paths.map(kindOfPath)
  const tests = kinds.filter((kind) => kind === 'testing').length
  if (tests > 0 && tryingWords.test(gist))
    return { nature: 'testing', because: 'Its words describe a trial, and tests are touched.' }
  return null
}

/** "Flatten RowReader" of `internal/RowReader.kt`, where little else than internal code and tests is touched. */
function namesInternalFile(gist: string, paths: string[]): boolean {
  const shipped = paths.filter((path) => kindOfPath(path) === 'source')
  const inner = shipped.flatMap((path) => /\/internal\/(?:.*\/)?(\w+)\.\w+$/.exec(path)?.[1] ?? [])
  return (
    inner.length > 0 &&
    inner.length >= shipped.length * mostlyInner &&
    inner.includes(/^(?!fix)[a-z]+ (?:the )?([A-Z]\w+)$/i.exec(gist)?.[1] ?? '')
  )
}

const mostlyInner = 0.8

const widePlaces = 3

/** Whether shipped files of several folders are touched; unknown files are no evidence. */
function isWide(paths: string[]): boolean {
  const sources = paths.filter((path) => kindOfPath(path) === 'source')
  return new Set(sources.map((path) => path.replace(/[^/]*$/, ''))).size >= widePlaces
}

function readWords(change: Change, kind: PathKind | null): NatureFinding {
  const {
    subject: { gist },
    paths,
  } = change
  const guess = guessKind(gist, paths)
  const foreign = readForeign(gist)
  if (foreign) return { nature: foreign, because: 'It has words of another language for this kind of work.' }
  if (takesAway(gist) && (guess.forUsers > 0.2 || /(?:^|\s)--?[a-z]/.test(gist)))
    return { nature: 'feature', because: 'It changes something that users name.' }
  if (mendingWords.test(gist) && !/^fix\b/i.test(gist))
    return { nature: 'fix', because: 'Its words describe a fix.' }
  const isInternal = internalWords.test(gist) && !isDocumented(change)
  if (isInternal && !/^fix/i.test(gist) && guess.forUsers < 0.62)
    return { nature: 'internal', because: 'Its words describe internal work.' }
  if (soonerWords.test(gist) && !/^fix/i.test(gist))
    return { nature: 'performance', because: 'Its words describe a faster way of working.' }
  if (performanceWords.test(gist) && !fixWords.test(gist) && !/^add\b.*\boption/i.test(gist))
    return { nature: 'performance', because: 'Its words are about speed or memory.' }
  if (/^(?:deploy|dockeri[sz]e|publish|package)\b/i.test(gist) && packagingWords.test(gist))
    return { nature: 'infrastructure', because: 'Its words are about packaging.' }
  if (mendingWords.test(gist)) return { nature: 'fix', because: 'Its words describe a fix.' }
  if (featureWords.test(gist)) return { nature: 'feature', because: 'Its words describe an addition.' }
  if (fixWords.test(gist)) return { nature: 'fix', because: 'Its words describe a fix.' }
  if (packagingWords.test(gist) && guess.chances.infra > 0.2)
    return { nature: 'infrastructure', because: 'Its words are about packaging.' }
  // Changes of shipped source count as changes for users until another sign contradicts.
  const least = kind === 'source' ? 0.4 : 0.3
  if (guess.forUsers < least && guess.kind !== 'docs' && shippedFilesAdded(change) < newPart)
    return { nature: 'internal', because: `Similar titles elsewhere are ${guess.kind}.` }
  if (guess.kind === 'docs' && guess.chances.docs > 0.6)
    return { nature: 'documentation', because: 'Similar titles elsewhere are documentation.' }
  return {
    nature: natureOfGuess(guess, gist),
    because: 'It changes shipped files; similar titles elsewhere are of this kind.',
  }
}

/** With that many new shipped files a change makes a new part, whatever its title is similar to. */
const newPart = 5
const shippedFilesAdded = ({ work }: Change) =>
  work.flatMap(({ added = [] }) => added).filter((path) => kindOfPath(path) === 'source').length

/** "Rename `--out`" is not internal work: users type that option. */
function takesAway(gist: string): boolean {
  if (otherDefault.test(gist)) return true
  return breakingShape.test(gist) && namedThing.test(objectOf(gist)) && !harmlessRemoval.test(gist)
}

/** The most likely kind for users. */
export function natureOfGuess({ chances, forUsers }: Guess, title = ''): Nature {
  if (chances.perf > chances.fix && chances.perf > chances.feature) return 'performance'
  // Fixes are declared twice as often as features; for a title that is only a noun this is no evidence.
  const least = isOrder(title) || /\b(?:is|are|was|were|does|returns?|gets?)\b/.test(title) ? 0.72 : 0.84
  return chances.fix >= forUsers * least ? 'fix' : 'feature'
}
