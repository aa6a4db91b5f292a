import { drawableText, plainText } from './drawable.ts'
import { type CardText, layoutCard, paletteOf } from './layout.ts'
import { renderPage } from './page.ts'
import { renderPicture } from './picture.ts'

const longest = 200

/** A card of 1200 x 630 as a picture and as the page behind it; the same texts give the same bytes. */
export async function renderCard(texts: CardText): Promise<{ png: Buffer; html: string }> {
  const whole = prepare(texts, plainText)
  const colors = paletteOf(whole.brand)
  // The page is shown by a browser, which has the fonts that the picture lacks.
  const html = renderPage(whole.title, layoutCard(whole, colors))
  const png = await renderPicture(layoutCard(prepare(texts, drawableText), colors))
  return { png, html }
}

function prepare(
  { title, brand, highlights, footer = '' }: CardText,
  clean: (text: string) => string,
): CardText {
  const shorten = (text: string) => {
    const letters = [...clean(text)]
    return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest).join('').trimEnd()}…`
  }
  return {
    title: shorten(title) || 'What’s new',
    brand: shorten(brand),
    highlights: highlights.map(shorten).filter((highlight) => highlight !== ''),
    footer: shorten(footer),
  }
}
