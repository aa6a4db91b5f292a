import { printableLine, shorten } from '../text/line.ts'
import { defineTextTask } from '../text-thread.ts'
import { drawableText } from './drawable.ts'
import { type Box, cardSize, fontFamily, row, text } from './layout.ts'

/** The texts of the picture in link previews of a public page, and the page's color. */
export type PageCard = { name: string; title: string; note: string; accent: string }

const longest = 160
const padding = 72
const width = cardSize.width - 2 * padding

/** Of the light theme (look/tokens.css). */
const colors = { surface: '#fdfcfa', ink: '#1c1a16', muted: '#5f5b52' }

/** Draws a card as a PNG of 1200 x 630 on the text thread: it takes longer than the event loop may be held. */
export const drawPageCard = defineTextTask(
  'page-card',
  0,
  async (card: PageCard): Promise<Uint8Array<ArrayBuffer>> => {
    const { renderPicture } = await import('./picture.ts')
    return new Uint8Array(await renderPicture(layoutPageCard(readable(card))))
  },
)

/** A card whose texts the font can draw; a title in another script is replaced by the name of the site. */
export function readable({ name, title, note, accent }: PageCard): PageCard {
  const site = drawn(name)
  return { name: site, title: drawn(title) || site || 'What’s new', note: drawn(note), accent }
}

/** What the font can draw of a text; empty if that is less than half of its letters. */
function drawn(written: string): string {
  const line = shorten(printableLine(written), longest)
  const left = drawableText(line)
  const lettersOf = (part: string) => part.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return lettersOf(left) * 2 >= lettersOf(line) ? left : ''
}

function layoutPageCard({ name, title, note, accent }: PageCard): Box {
  const line = (content: string, style: object) =>
    text(content, {
      ...{ display: 'block', lineClamp: 1, textOverflow: 'ellipsis', wordBreak: 'break-word', width },
      ...style,
    })
  const heading = line(title, {
    ...{ lineClamp: 4, fontSize: sizeOf(title), fontWeight: 700, lineHeight: 1.16, color: colors.ink },
    letterSpacing: -1,
  })
  const top = row({ alignItems: 'center', gap: 20, height: 48 }, [
    row({ width: 28, height: 28, borderRadius: 6, backgroundColor: accent, flexShrink: 0 }, []),
    line(title === name ? '' : name, { width: width - 48, fontSize: 34, fontWeight: 700, color: colors.ink }),
  ])
  const bottom = row({ flexDirection: 'column', gap: 24 }, [
    row({ width, height: 2, backgroundColor: colors.ink }, []),
    line(note, { height: 40, fontSize: 28, fontWeight: 400, color: colors.muted }),
  ])
  const style = {
    ...{ ...cardSize, boxSizing: 'border-box', flexDirection: 'column', justifyContent: 'space-between' },
    ...{ padding, fontFamily, backgroundColor: colors.surface },
  }
  return row(style, [top, heading, bottom])
}

function sizeOf({ length }: string): number {
  if (length <= 24) return 92
  if (length <= 60) return 76
  return length <= 100 ? 62 : 54
}
