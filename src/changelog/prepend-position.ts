import { OperatorError } from '../errors.ts'
import { joinWords } from '../text/line.ts'
import type { Heading } from './changelog-headings.ts'

/**
 * Where a new version belongs in a CHANGELOG without an unreleased section: above the newest version; null for the end
 * of a file with only an introduction. Throws an OperatorError if the headings leave a doubt.
 */
export function certainPosition(
  all: Heading[],
  known: Heading[],
  version: string | null,
  text: string,
): number | null {
  const latest = known.find((heading) => heading.version !== null)
  const [first] = all
  if (!latest) {
    const isIntroduction = all.length === 0 || (all.length === 1 && first !== undefined && isTitle(first))
    if (!isIntroduction || /^\s*(?:[-*+]|\d+[.)]) +\S/m.test(text))
      refuse(version, 'no heading of the file names a version')
    return null
  }
  const odd = all.find((each) => each.start < latest.start && !(each === first && isTitle(each)))
  if (odd) refuse(version, `"${odd.text}" above "${latest.text}" is not the heading of a version`)
  const versions = known.flatMap((heading) => heading.version ?? [])
  const rising = versions.filter((each, at) => at > 0 && compare(versions[at - 1] ?? '', each) < 0).length
  if (rising > (versions.length - 1) / 2) refuse(version, 'the file lists its oldest version first')
  if (version !== null && latest.version !== null && compare(version, latest.version) < 0)
    refuse(version, `the file begins with ${latest.version}, which is newer`)
  return latest.start
}

/** The end of the line that a number (0: the top) or a part of its text names. Throws an OperatorError without one. */
export function positionAfter(text: string, after: string): number {
  const lines = text.replace(/\n$/, '').split('\n')
  const found = /^\d+$/.test(after) ? [Number(after)] : linesWith(lines, after.trim())
  const [line] = found
  if (line === undefined) throw new OperatorError(`No line of the file contains "${after}".`)
  if (found.length > 1)
    throw new OperatorError(
      `Lines ${joinWords(found.map(String))} contain "${after}". Name one by its number: --after ${line}.`,
    )
  if (line > lines.length) throw new OperatorError(`The file has ${lines.length} lines, and no line ${line}.`)
  return lines.slice(0, line).join('\n').length
}

/** Numbers of the lines that equal a text, or else of the lines that contain it. */
function linesWith(lines: string[], wanted: string): number[] {
  const numbered = lines.map((line, at) => ({ line, number: at + 1 }))
  const exact = numbered.filter(({ line }) => line.trim() === wanted)
  const found = exact.length > 0 ? exact : numbered.filter(({ line }) => line.includes(wanted))
  return found.map(({ number }) => number)
}

export function refuse(version: string | null, why: string): never {
  const what = version ?? 'unreleased changes'
  throw new OperatorError(
    `The position for ${what} is not certain: ${why}. Choose it with --after LINE or --after TEXT.`,
  )
}

/** Whether a heading can be the title of the file, which names no version and no year. */
const isTitle = ({ text }: Heading) => !/\d+\.\d|\d{4}/.test(text)

/** A pre-release comes before its stable version. */
function compare(one: string, other: string): number {
  const [stable = '', preRelease] = split(one)
  const [otherStable = '', otherPreRelease] = split(other)
  const difference = natural.compare(stable, otherStable)
  if (difference !== 0 || preRelease === otherPreRelease) return difference
  if (preRelease === undefined || otherPreRelease === undefined) return preRelease === undefined ? 1 : -1
  return natural.compare(preRelease, otherPreRelease)
}

const split = (version: string) => version.split(/-(.*)/)

const natural = new Intl.Collator('en', { numeric: true })
