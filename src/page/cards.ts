import type { PageCard } from '../card/page-card.ts'
import { type Html, html } from './html.ts'
import { dayOf, type Entry, type Kind, type Site, urlOf } from './view.ts'

/** The picture of a page in link previews. Its path contains a hash of its texts, so that caches may keep it for ever. */
export type LinkCard = { path: string; hash: string; card: PageCard }

const standardAccent = '#0b5c74'

export function cardOfPost(
  site: Site,
  { path, title, publishedAt, version }: Pick<Entry, 'path' | 'title' | 'publishedAt' | 'version'>,
): LinkCard {
  const note = [dayOf(publishedAt), version].filter(Boolean).join(' · ')
  return linkCard(site, `posts/${path.slice(path.lastIndexOf('/') + 1)}`, title, note)
}

export const cardOfList = (site: Site, listed: Kind | 'all', texts: { heading: string; lead: string }) =>
  linkCard(site, `lists/${listed}`, texts.heading, texts.lead)

function linkCard(site: Site, name: string, title: string, note: string): LinkCard {
  const card = { name: site.name, title, note, accent: site.accent?.light ?? standardAccent }
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(card)).digest('hex').slice(0, 12)
  return { path: `${site.path}/cards/${name}-${hash}.png`, hash, card }
}

/** Tags for link previews; `picture` is the address of another picture of the same size. */
export function drawLinkCard(site: Site, { path, card }: LinkCard, picture: string | null = null): Html {
  return html`
    <meta name="twitter:card" content="summary_large_image">
    <meta property="og:image" content="${picture ?? urlOf(site, path)}">
    <meta property="og:image:width" content="1200">
    <meta property="og:image:height" content="630">
    <meta property="og:image:alt" content="${card.title}">`
}
