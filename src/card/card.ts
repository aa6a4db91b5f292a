import { printableLine, shorten } from '../text/line.ts'
import { drawableText } from './drawable.ts'
import { type CardText, layoutCard, paletteOf } from './layout.ts'
import { renderPage } from './page.ts'
import { renderPicture } from './picture.ts'

const longest = 200

/** A card of 1200 x 630 as a picture and as its HTML page; the same texts give the same bytes. */
export async function renderCard(texts: CardText): Promise<{ png: Buffer; html: string }> {
  const whole = prepare(texts, printableLine)
  const colors = paletteOf(whole.brand)
  // The browser has fonts that the picture lacks.
  const html = renderPage(whole.title, layoutCard(whole, colors))
  const png = await renderPicture(layoutCard(prepare(texts, drawableText), colors))
  return { png, html }
}

function prepare(
  { title, brand, highlights, footer = '' }: CardText,
  clean: (text: string) => string,
): CardText {
  const fit = (text: string) => shorten(clean(text), longest)
  return {
    title: fit(title) || 'What’s new',
    brand: fit(brand),
    highlights: highlights.map(fit).filter((highlight) => highlight !== ''),
    footer: fit(footer),
  }
}
