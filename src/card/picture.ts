import cyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff' with { type: 'file' }
import cyrillicBold from '@fontsource/inter/files/inter-cyrillic-700-normal.woff' with { type: 'file' }
import greek from '@fontsource/inter/files/inter-greek-400-normal.woff' with { type: 'file' }
import greekBold from '@fontsource/inter/files/inter-greek-700-normal.woff' with { type: 'file' }
import latin from '@fontsource/inter/files/inter-latin-400-normal.woff' with { type: 'file' }
import latinBold from '@fontsource/inter/files/inter-latin-700-normal.woff' with { type: 'file' }
import latinExtended from '@fontsource/inter/files/inter-latin-ext-400-normal.woff' with { type: 'file' }
import latinExtendedBold from '@fontsource/inter/files/inter-latin-ext-700-normal.woff' with { type: 'file' }
import vietnamese from '@fontsource/inter/files/inter-vietnamese-400-normal.woff' with { type: 'file' }
import vietnameseBold from '@fontsource/inter/files/inter-vietnamese-700-normal.woff' with { type: 'file' }
import drawingEngine from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import type { Font } from 'satori'
import type { subsets } from './drawable.ts'
import { type Box, cardSize } from './layout.ts'

const files: Record<(typeof subsets)[number], [string, string]> = {
  latin: [latin, latinBold],
  'latin-ext': [latinExtended, latinExtendedBold],
  cyrillic: [cyrillic, cyrillicBold],
  greek: [greek, greekBold],
  vietnamese: [vietnamese, vietnameseBold],
}

/** Boxes as a PNG, of the size of a card by default. Uses only the bundled fonts and makes no requests. */
export async function renderPicture(card: Box, size = cardSize): Promise<Buffer> {
  const { satori, Resvg, fonts } = await studio()
  const svg = await satori(card as never, { ...size, fonts })
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = drawing.render()
  try {
    return Buffer.from(image.asPng())
  } finally {
    image.free()
    drawing.free()
  }
}

/** The renderer, loaded with the first card because it is heavy and can be initialized only once. */
const studio = once(async () => {
  const [{ default: satori }, { initWasm, Resvg }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-wasm'),
  ])
  const [fonts] = await Promise.all([
    loadFonts(),
    Bun.file(drawingEngine)
      .arrayBuffer()
      .then((bytes) => initWasm(bytes)),
  ])
  return { satori, Resvg, fonts }
})

function loadFonts(): Promise<Font[]> {
  const named = Object.entries(files).flatMap(([subset, paths]) =>
    paths.map(async (path, bold): Promise<Font> => {
      const data = await Bun.file(path).arrayBuffer()
      return {
        name: `Inter ${subset}`,
        weight: bold ? 700 : 400,
        style: 'normal',
        data,
      }
    }),
  )
  return Promise.all(named)
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
