import { defineTextTask } from '../text-thread.ts'
import type { CardText } from './layout.ts'

/** Draws the card of a post on the text thread: it takes longer than the event loop may be held. */
export const drawPostCard = defineTextTask('post-card', 0, async (texts: CardText) => {
  const { renderCard } = await import('./card.ts')
  const { png, html } = await renderCard(texts)
  return { png: new Uint8Array(png), html }
})
