import { subsets } from './drawable.ts'

export type CardText = { title: string; brand: string; highlights: string[]; footer?: string }
export type Style = Record<string, string | number>
/** An element in satori's format, which can also be written as HTML. */
export type Box = { type: 'div'; props: { style: Style; children: Box[] | string } }

export const cardSize = { width: 1200, height: 630 }
export const fontFamily = [
  ...subsets.map((subset) => `Inter ${subset}`),
  'Inter',
  'system-ui',
  'sans-serif',
].join(', ')
const padding = 64
const contentWidth = cardSize.width - 2 * padding

const palettes = [
  ['#6366f1', '#22d3ee'],
  ['#0ea5e9', '#34d399'],
  ['#8b5cf6', '#f472b6'],
  ['#f43f5e', '#fb923c'],
  ['#10b981', '#a3e635'],
  ['#f59e0b', '#fde047'],
] as const
export type Palette = readonly [string, string]

/** The card as a tree of boxes: long titles get smaller letters and leave less space for highlights. */
export function layoutCard(text: CardText, colors: Palette): Box {
  const back = { position: 'relative', backgroundColor: '#0b1020' }
  return row({ ...cardSize, ...back }, [...decoration(colors), content(text, colors)])
}

function content({ title, brand, highlights, footer = '' }: CardText, [from, to]: Palette): Box {
  const shown = highlights.slice(0, roomForHighlights(title))
  const heading = text(title, {
    ...clamp(3),
    width: contentWidth,
    fontSize: titleSize(title) + (shown.length === 0 ? 12 : 0),
    fontWeight: 700,
    lineHeight: 1.14,
    color: '#f8fafc',
  })
  const style = {
    ...cardSize,
    position: 'relative',
    boxSizing: 'border-box',
    flexDirection: 'column',
    justifyContent: 'space-between',
    padding,
    fontFamily,
  }
  const news = shown.length > 0 ? [heading, list(shown, to)] : [heading]
  return row(style, [
    header(brand, `linear-gradient(135deg, ${from}, ${to})`),
    row({ flexDirection: 'column', gap: 30 }, news),
    text(footer, { ...clamp(1), height: 30, color: '#94a3b8', fontSize: 22 }),
  ])
}

/**
 * A bar along the top and circles around the corner: flat shapes render many times faster than gradients and shadows.
 */
function decoration([from, to]: Palette): Box[] {
  const circles = [520, 360, 200].map((radius) =>
    row(
      {
        position: 'absolute',
        left: cardSize.width - radius,
        top: -radius,
        width: 2 * radius,
        height: 2 * radius,
        borderRadius: radius,
        backgroundColor: `${from}24`,
      },
      [],
    ),
  )
  const bar = { position: 'absolute', left: 0, top: 0, width: cardSize.width, height: 8 }
  return [...circles, row({ ...bar, backgroundImage: `linear-gradient(90deg, ${from}, ${to})` }, [])]
}

function header(brand: string, gradient: string): Box {
  const initial = [...brand].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? ''
  const mark = text(initial.toUpperCase(), {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 52,
    height: 52,
    borderRadius: 14,
    backgroundImage: gradient,
    color: '#0b1020',
    fontSize: 30,
    fontWeight: 700,
  })
  const name = text(brand, { ...clamp(1), width: 900, color: '#e2e8f0', fontSize: 30, fontWeight: 700 })
  return row({ alignItems: 'center', gap: 18, height: 52 }, [mark, name])
}

function list(highlights: string[], color: string): Box {
  const items = highlights.map((highlight) =>
    row({ alignItems: 'center', gap: 18 }, [
      row({ width: 10, height: 10, borderRadius: 5, backgroundColor: color, flexShrink: 0 }, []),
      text(highlight, {
        ...clamp(1),
        width: contentWidth - 28,
        color: '#cbd5e1',
        fontSize: 28,
        fontWeight: 400,
        lineHeight: 1.3,
      }),
    ]),
  )
  return row({ flexDirection: 'column', gap: 12 }, items)
}

function titleSize(title: string): number {
  const { length } = title
  if (length <= 28) return 76
  if (length <= 56) return 62
  return length <= 96 ? 52 : 46
}

/** Three to five lines of highlights fit below a title; letters are on average 0.56 of their size wide. */
function roomForHighlights(title: string): number {
  const size = titleSize(title)
  const lines = Math.min(3, Math.ceil((title.length * size * 0.56) / contentWidth))
  const height = cardSize.height - 2 * padding - 52 - 30 - 2 * 24 - 30 - lines * size * 1.14
  return Math.max(3, Math.floor(height / 48))
}

/** The colors of a brand, the same on each of its cards. */
export function paletteOf(brand: string): Palette {
  const sum = [...brand].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return palettes[sum % palettes.length] ?? palettes[0]
}

export const row = (style: Style, children: Box[]): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})
export const text = (content: string, style: Style): Box => ({
  type: 'div',
  props: { style, children: content },
})
const clamp = (lines: number): Style => ({
  display: 'block',
  lineClamp: lines,
  textOverflow: 'ellipsis',
  wordBreak: 'break-word',
})
