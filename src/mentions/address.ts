/**
 * Position of a span in an address: the whole host, the name of its site, another part, or outside of any address.
 */
export type AddressPart = 'host' | 'site' | 'elsewhere' | 'none'

/** Finds the URL, host or email address around a span, and the position of the span in it. */
export function placeInAddress(text: string, start: number, end: number): AddressPart {
  if (isSurroundedBySpace(text, start, end)) return 'none'
  const first = findEdge(text, start, -1)
  const last = findEdge(text, end - 1, 1)
  const token = text.slice(first, last + 1).replace(/[.,;:!?*_~]+$/, '')
  if (!/[.:@]/.test(token)) return 'none'
  const parts = address.exec(token)?.groups
  if (!parts?.host) return 'none'
  const { lead = '', host, rest = '' } = parts
  const isCertain = lead !== '' || /^[/:?#]/.test(rest)
  if (!isCertain && !isSite(host)) return 'none'
  const from = start - first - lead.length
  const to = end - first - lead.length
  if (from < 0 || to > host.length) return 'elsewhere'
  const before = host.slice(0, from)
  const after = host.slice(to)
  if (before !== '' && !before.endsWith('.')) return 'elsewhere'
  if (after === '') return 'host'
  return /^\.(?:(?:co|com|org|net|ac|gov)\.)?[a-z]{2,24}$/i.test(after) ? 'site' : 'elsewhere'
}

/** A name without a scheme is a host only with a known suffix: Node.js is a name. */
function isSite(host: string): boolean {
  return suffixes.has(host.slice(host.lastIndexOf('.') + 1))
}

/** Most names are between spaces and punctuation. */
function isSurroundedBySpace(text: string, start: number, end: number): boolean {
  const after = text.charCodeAt(end)
  const isEnd = after === dot && !(text.charCodeAt(end + 1) > space)
  return (
    (isEnd || !joins(after)) && !joins(text.charCodeAt(start - 1)) && !text.slice(start, end).includes('.')
  )
}

/** Whether a character continues an address; letters and digits do not touch a name. */
function joins(code: number): boolean {
  return joiners[code] === 1
}

function findEdge(text: string, from: number, step: 1 | -1): number {
  let at = from
  for (let steps = 0; steps < maxAddress; steps++) {
    const code = text.charCodeAt(at + step)
    if (Number.isNaN(code) || (code < 0x80 ? enders[code] === 1 : outside.test(text[at + step] ?? ''))) break
    at += step
  }
  return at
}

const maxAddress = 300
const outside = /[^\p{L}\p{M}]/u
const enders = new Uint8Array(0x80)
for (const character of ' \t\r\n()<>[]{}"\'`|,;*') enders[character.charCodeAt(0)] = 1
const address =
  /^(?<lead>(?:[a-z][a-z0-9+.-]*:(?:\/\/)?)?(?:[^@/\s]+@)?)(?<host>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24})(?<rest>(?:[:/?#].*)?)$/iu
const suffixes = new Set(
  `com net org io ai app dev co so us uk eu de fr es it nl be ch at pl cz se no dk fi pt ro hu gr ru ua tr il in id jp kr
  cn th vn br mx ar au nz ca za info biz me tv cc gg ly to sh xyz tech cloud site online store shop page software tools
  systems studio design digital agency group team work works blog news media email chat link live world health finance`.split(
    /\s+/,
  ),
)
const space = 0x20
const dot = 0x2e
const joiners = new Uint8Array(0x80)
for (const character of '.:/@-_=?#%&+~') joiners[character.charCodeAt(0)] = 1
