import { type Box, fontFamily, row, type Style, text } from '../../card/layout.ts'
import { renderPicture } from '../../card/picture.ts'

// Pictures of the sample product, drawn instead of stored.

export const accent = '#5b3fd6'
const colors = { ink: '#1d1a2b', muted: '#6b6780', line: '#e3e0ee', paper: '#ffffff', well: '#f4f2fb' }
const size = { width: 1200, height: 630 }

/** The mark of the sample product as a PNG. */
export const drawLogo = () =>
  renderPicture(
    column({ width: 128, height: 128, alignItems: 'center', justifyContent: 'center' }, [
      column(
        {
          ...{ width: 128, height: 128, borderRadius: 30, backgroundColor: accent },
          ...{ alignItems: 'center', justifyContent: 'center', gap: 12 },
        },
        [bar(64, 14, '#ffffff'), bar(64, 14, '#c9bdf7'), bar(36, 14, '#ffffff')],
      ),
    ]),
    { width: 128, height: 128 },
  )

/** A draft next to the list of all merged changes. */
export const drawLedger = () =>
  drawWindow('Acme 1.1.0', [
    column({ flexGrow: 1, padding: 40, gap: 20 }, [
      label('Acme 1.1.0', 40),
      bar(560, 12, colors.line),
      bar(480, 12, colors.line),
      label('Highlights', 28),
      ...[520, 560, 410].map((width) => bar(width, 12, colors.line)),
      label('Bug Fixes', 28),
      ...[440, 380].map((width) => bar(width, 12, colors.line)),
    ]),
    column({ width: 420, padding: 36, gap: 18, backgroundColor: colors.well }, [
      label('8 changes, 8 accounted for', 24),
      ...changes.map(([title, state]) =>
        row({ alignItems: 'center', gap: 14 }, [
          bar(6, 34, state === 'left out' ? colors.line : accent),
          column({ gap: 4 }, [
            text(title, { color: colors.ink, fontSize: 20 }),
            text(state, { color: colors.muted, fontSize: 17 }),
          ]),
        ]),
      ),
    ]),
  ])

const changes = [
  ['A page of your own', 'highlight'],
  ['Keys with scopes', 'highlight'],
  ['Keep the cursor in place', 'listed'],
  ['Follow renamed repositories', 'listed'],
  ['Split the router', 'left out'],
  ['Bump typescript', 'left out'],
] as const

/** A product with the button that shows its newest posts. */
export const drawWidget = () =>
  drawWindow('Your product', [
    column({ width: 240, padding: 32, gap: 22, backgroundColor: colors.well }, [
      ...[120, 96, 132, 88].map((width) => bar(width, 14, colors.line)),
    ]),
    column({ flexGrow: 1, padding: 40, gap: 24 }, [
      bar(300, 22, colors.line),
      ...[640, 600, 520, 610].map((width) => bar(width, 12, colors.line)),
    ]),
    column(
      {
        ...{ position: 'absolute', right: 48, top: 36, width: 440, padding: 30, gap: 22 },
        ...{ backgroundColor: colors.paper, border: `2px solid ${colors.line}`, borderRadius: 16 },
      },
      [
        label('What’s new', 26),
        ...news.map(([title, day], place) =>
          row({ alignItems: 'center', gap: 16 }, [
            bar(10, 10, place === 0 ? accent : colors.line),
            column({ gap: 4 }, [
              text(title, { color: colors.ink, fontSize: 22, fontWeight: 700 }),
              text(day, { color: colors.muted, fontSize: 18 }),
            ]),
          ]),
        ),
      ],
    ),
  ])

const news = [
  ['Acme 1.3.0', 'A widget, and search'],
  ['Release notes that people read', 'Blog'],
  ['Acme 1.2.0', 'A draft for every release'],
] as const

function drawWindow(title: string, parts: Box[]): Promise<Buffer> {
  const dots = ['#f2b8c6', '#f6dfa4', '#b9e3c6'].map((color) => bar(16, 16, color))
  const top = row(
    {
      height: 64,
      alignItems: 'center',
      gap: 12,
      padding: '0 28px',
      borderBottom: `2px solid ${colors.line}`,
    },
    [...dots, text(title, { marginLeft: 16, color: colors.muted, fontSize: 22 })],
  )
  const frame = column(
    {
      ...{ flexGrow: 1, backgroundColor: colors.paper, border: `2px solid ${colors.line}` },
      ...{ borderRadius: 18, overflow: 'hidden' },
    },
    [top, row({ flexGrow: 1, position: 'relative' }, parts)],
  )
  const page = { ...size, boxSizing: 'border-box', padding: 48, backgroundColor: '#ece8fb', fontFamily }
  return renderPicture(row(page, [frame]), size)
}

const column = (style: Style, children: Box[]) =>
  row({ flexDirection: 'column', boxSizing: 'border-box', ...style }, children)
const label = (content: string, fontSize: number) =>
  text(content, { color: colors.ink, fontSize, fontWeight: 700 })
const bar = (width: number, height: number, backgroundColor: string) =>
  row({ width, height, backgroundColor, borderRadius: Math.min(width, height) / 2, flexShrink: 0 }, [])
