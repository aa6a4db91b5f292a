/** A heading of a CHANGELOG that names a version or "Unreleased". */
export type Heading = {
  level: number
  text: string
  isUnderlined: boolean
  version: string | null
  isUnreleased: boolean
  start: number
  /** Where its body begins. */
  end: number
}

/** All headings of versions, in order; headings in code blocks and comments are skipped. */
export function findHeadings(text: string): Heading[] {
  const shown = text.replace(/^(```|~~~)[\s\S]*?^\1|<!--[\s\S]*?-->/gm, (hidden) =>
    hidden.replace(/\S/g, '-'),
  )
  return [...shown.matchAll(/^(#{1,3}) +(\S.*)$|^(\S.*)\n(={3,}|-{3,}) *$/gm)].flatMap((found) => {
    const [whole, marks, marked, underlined, line] = found
    const title = (marked ?? underlined ?? '').replace(/ #+ *$/, '').trim()
    const { version } = readVersionHeading(title)
    const isUnreleased = /^\[?(?:unreleased|upcoming|next(?: release| version)?|head|tbd)\b\]?/i.test(title)
    if (version === null && !isUnreleased) return []
    return [
      {
        level: marks ? marks.length : line?.startsWith('=') ? 1 : 2,
        text: title,
        isUnderlined: !marks,
        version,
        isUnreleased,
        start: found.index,
        end: found.index + whole.length,
      },
    ]
  })
}

const versionHeading =
  /^(?<open>\[)?(?<prefix>(?:[\p{L}@][\w@./-]* )?v?)(?<version>\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?)(?<close>\])?(?<link>\([^)\s]*\))?(?:(?<separator>\s*[-–—/:,]\s*|\s+)(?<paren>\()?(?<date>\d{4}[-/.]\d{2}[-/.]\d{2})\)?)?/iu

/** The version and date in a heading: `[1.2.0] - 2026-11-21`, `v1.2.0 (2026-11-21)`, `1.2.0 / 2026-11-21`. */
export function readVersionHeading(text: string) {
  const found = versionHeading.exec(text)?.groups ?? {}
  return {
    version: found.version ?? null,
    prefix: found.prefix ?? '',
    isBracketed: found.open !== undefined,
    isLinked: found.link !== undefined,
    hasDate: found.date !== undefined,
    separator: found.separator ?? ' - ',
    isDateEnclosed: found.paren !== undefined,
  }
}
