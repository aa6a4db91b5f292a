/** A heading of a CHANGELOG. */
export type Heading = {
  level: number
  text: string
  isUnderlined: boolean
  /** The released version that it names. */
  version: string | null
  isUnreleased: boolean
  /** The version of an unreleased heading that names one: `1.2.0 (unreleased)`. */
  planned: string | null
  start: number
  /** Where its body begins. */
  end: number
}

/** All headings of versions, in order; headings in code blocks and comments are skipped. */
export function findHeadings(text: string): Heading[] {
  return findAllHeadings(text).filter(
    ({ level, version, isUnreleased }) => level <= 3 && (version !== null || isUnreleased),
  )
}

/** All headings, in order, whatever they name; headings in code blocks and comments are skipped. */
export function findAllHeadings(text: string): Heading[] {
  // The fields between the first two lines of dashes are no text.
  const hidden = /^(```|~~~)[\s\S]*?^\1|<!--[\s\S]*?-->|(?<![\s\S])---\n[\s\S]*?\n---$/gm
  const shown = text.replace(hidden, (found) => found.replace(/\S/g, ' '))
  return [...shown.matchAll(/^(#{1,6}) +(\S.*)$|^(?![-*+] |[>|])(\S.*)\n(={3,}|-{3,}) *$/gm)].map((found) => {
    const [whole, marks, marked, underlined, line] = found
    const title = (marked ?? underlined ?? '').replace(/ #+ *$/, '').trim()
    const { version, tail } = readVersionHeading(title)
    const isPlanned = version !== null && /^[\s([*_`–—:-]*(?:unreleased|tbd|upcoming)\b/i.test(tail)
    return {
      level: marks ? marks.length : line?.startsWith('=') ? 1 : 2,
      text: title,
      isUnderlined: !marks,
      version: isPlanned ? null : version,
      isUnreleased: isPlanned || (version === null && unreleased.test(title)),
      planned: isPlanned ? version : null,
      start: found.index,
      end: found.index + whole.length,
    }
  })
}

/** Emoji and anchors in front of a name. */
export const lead =
  /^(?:(?:\p{Extended_Pictographic}|\p{RI}|:[a-z\d_+-]+:|<a [^>]*>(?:<\/a>)?)(?:[\u{1F3FB}-\u{1F3FF}]|\u{FE0F}|\u{200D})*\s*)*/iu

const unreleased = new RegExp(
  `${lead.source}[[*_\`]*(?:unreleased\\b|(?:upcoming(?: changes| release)?|next(?: release| version)?|head|tbd)(?:$|[\\])*_\`]|\\s*[-–—:(]))`,
  'iu',
)

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const date = `\\d{4}[-/.]\\d{2}[-/.]\\d{2}|(?:\\d{1,2} )?(?:${months})[a-z]*(?: \\d{1,2})?,? \\d{4}`

const versionHeading = new RegExp(
  `(?<lead>${lead.source})(?:(?<earlyDate>${date})(?<gap>\\s*[-–—:,]\\s*|\\s+))?` +
    '(?<before>[*_`]{0,3})(?<open>\\[)?(?<inner>[*_`]{0,3})(?<prefix>(?:[\\p{L}@][\\w@./-]*[ @])?v?)' +
    '(?<version>\\d+\\.\\d+(?:\\.\\d+)*(?:-[\\w.]+)?)(?<innerEnd>[*_`]{0,3})(?<close>\\])?(?<link>\\([^)\\s]*\\))?' +
    `(?<after>[*_\`]{0,3})(?:(?<separator>\\s*[-–—/:,]\\s*|\\s+)(?<quote>[*_\`(]{0,4})(?<date>${date})(?<unquote>[*_\`)]{0,4}))?`,
  'iu',
)

/** The parts of a heading of a version; `version` is null for any other heading, and `tail` is the rest. */
function readVersionHeading(text: string) {
  const found = versionHeading.exec(text)
  return {
    version: found?.groups?.version ?? null,
    tail: text.slice(found?.[0].length ?? 0),
    parts: found?.groups,
  }
}

/** `text` for another version: the same emoji, marks, brackets, link and date format; without its other words. */
export function renameVersion(
  text: string,
  { version, day, url }: { version: string; day: string; url: string | null },
): string {
  const { version: last, parts = {} } = readVersionHeading(text)
  const name = [parts.inner, parts.prefix, version, parts.innerEnd].join('')
  const shown =
    url === null ? name : parts.link ? `[${name}](${url})` : parts.open && parts.close ? `[${name}]` : name
  return [
    last === null ? '' : parts.lead?.replaceAll(last, version),
    parts.earlyDate && `${formatLike(parts.earlyDate, day)}${parts.gap}`,
    parts.before,
    shown,
    parts.after,
    parts.date && `${parts.separator}${parts.quote}${formatLike(parts.date, day)}${parts.unquote}`,
  ].join('')
}

/** A day (2026-11-21) in the format of another: 2026/11/21, Nov 21, 2026, 21 November 2026. */
function formatLike(given: string, day: string): string {
  const separator = /^\d{4}([-/.])/.exec(given)?.[1]
  if (separator) return day.replaceAll('-', separator)
  const at = new Date(`${day}T00:00:00Z`)
  const name = /[a-z]+/i.exec(given)?.[0] ?? ''
  const month = at.toLocaleString('en-US', { month: name.length > 3 ? 'long' : 'short', timeZone: 'UTC' })
  return given
    .replace(/\d{4}$/, String(at.getUTCFullYear()))
    .replace(/(?<!\d)\d{1,2}(?!\d)/, String(at.getUTCDate()))
    .replace(name, () => month)
}
