import { erased, fold, kind, kindOf } from './fold.ts'

/** How a term may be split after one of its characters. */
export const seam = { none: 0, plain: 1, stroke: 2, wide: 3 } as const

/** One spelling of a term: its folded characters, and after which of them a separator is allowed. */
export type Spelling = { text: string; codes: number[]; seams: number[] }

/**
 * All spellings of a term: & or and, with and without its apostrophe, umlauts transcribed, without article or legal
 * form.
 */
export function listSpellings(term: string): Spelling[] {
  const texts = new Set([term.normalize('NFC').trim()])
  for (const respell of respellings) for (const text of [...texts]) texts.add(respell(text))
  return [...texts].map(readSpelling).filter((each) => each.codes.length > 0 && countParts(each) <= maxParts)
}

/** No brand has more parts in its name. The limit bounds the time, since each part is tried at each position. */
const maxParts = 20

const countParts = ({ seams }: Spelling) => seams.filter((each) => each !== seam.none).length + 1

const respellings: ((text: string) => string)[] = [
  (text) => text.replace(legalForm, '').replace(legalPrefix, '') || text,
  (text) => text.replace(/^The (?=\S+ \S)/, ''),
  (text) => text.replace(/['’]/g, ''),
  (text) => text.replace(/\s*&\s*/g, ' and '),
  (text) => text.replace(/(?<=\p{L})\+$/u, ' Plus'),
  (text) => text.replace(/ß/g, 'ss'),
  (text) => text.replace(/[äæöœøüå]/giu, (letter) => writtenOut[letter.toLowerCase()] ?? letter),
]

const writtenOut: Record<string, string> = { ä: 'ae', æ: 'ae', ö: 'oe', œ: 'oe', ø: 'oe', ü: 'ue', å: 'aa' }

const legalForm =
  /(?<=[^\s&,])[\s,]+(?:Inc|LLC|Ltd|Limited|Corp|Corporation|GmbH|PLC|plc|Oyj?|Pty\.? Ltd|Pvt\.? Ltd|Co\.,? Ltd|SRL|S\.?r\.?l|S\.?p\.?A|S\.A\.S?|[BN]\.?V|K\.?K|AG|SE|AB|ASA?|SAS?|KG)\.?$|(?<=.)(?:株式会社|有限公司)$/u
const legalPrefix = /^株式会社\s*/u

/** Terms are split at spaces, inner capitals (GitHub, OpenAI), before a number (Office365),
 * and after a first number (1Password). */
function readSpelling(text: string): Spelling {
  const name = text.replace(/[\s!?™®©.,]+$/u, '')
  const folded = fold(name)
  const humps = new Set([...name.matchAll(hump)].map(({ index }) => index))
  const codes: number[] = []
  const seams: number[] = []
  let spaces = 0
  let strokes = 0
  folded.forEach((code, at) => {
    const sort = kindOf(code)
    const isFirst = codes.length === 0
    if (code === erased) return
    if (sort === kind.space || sort === kind.line || code === comma) spaces++
    else if (sort === kind.stroke && !(isFirst && code === dot)) strokes++
    else {
      const isParted = humps.has(at) || code === ampersand || codes.at(-1) === ampersand
      if (!isFirst) seams[codes.length - 1] = widthOf(spaces, strokes, isParted)
      codes.push(code)
      spaces = 0
      strokes = 0
    }
  })
  return { text: name, codes, seams: [...seams, seam.none] }
}

function widthOf(spaces: number, strokes: number, isParted: boolean): number {
  if (strokes > 0) return spaces > 0 ? seam.wide : seam.stroke
  return spaces > 0 || isParted ? seam.plain : seam.none
}

// Not after a single first letter (iPad), and not between a first number and its word (7shifts).
const hump =
  /(?<=\p{L}\p{Ll}|\p{L}\p{Nd})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{Nd})|(?<=^\p{Nd})(?=\p{Lu}\p{Ll})/gu
const ampersand = 0x26
const comma = 0x2c
const dot = 0x2e
