import type { Change } from './change.ts'
import { natureOfType, readDeclared } from './declared.ts'
import type { NatureFinding } from './nature.ts'
import { natureOfSection } from './sections.ts'
import { isDependencyUpdate, isWording, readSignals } from './signals.ts'
import { readNoted, readPlain } from './undeclared.ts'
import { vagueTitle } from './words.ts'

/** Reads, in this order: the maintainers' note, the declared type, the subject matter, the changed files. */
export function natureOf(change: Change): NatureFinding {
  const { type, gist } = change.subject
  const noted = change.notes.map(({ section }) => natureOfSection(section)).find((nature) => nature !== null)
  if (isDependencyUpdate(change) && noted !== 'fix' && noted !== 'feature')
    return { nature: 'dependencies', because: 'It reads like an update of dependencies.' }
  if (noted) return { nature: noted, because: `Its note is under "${change.notes[0]?.section}".` }

  const signals = readSignals(change)
  const declared = type ? (natureOfType[type] ?? null) : null
  if (change.notes.length > 0) return readNoted(change, declared, signals)
  if (declared) return readDeclared(change, declared, signals)
  if (isWording(change)) return { nature: 'documentation', because: 'It only changes words.' }
  if (vagueTitle.test(gist)) return { nature: 'internal', because: 'Its title does not say what changed.' }
  return readPlain(change, signals)
}
