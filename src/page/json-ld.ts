import { type Html, trust } from './html.ts'
import { type Entry, type Site, urlOf } from './view.ts'

/** Structured data of the page that lists posts, for search engines. */
export const describeBlog = (site: Site, { name, description }: { name: string; description: string }) =>
  toScript({
    '@context': 'https://schema.org',
    '@type': 'Blog',
    name,
    description,
    url: urlOf(site, site.home),
    publisher: publisherOf(site),
  })

/** Structured data of a post and of its place below the list. */
export function describePost(
  site: Site,
  { title, path, publishedAt, changedAt }: Entry,
  { description, picture }: { description: string; picture: string },
): Html {
  const url = urlOf(site, path)
  const post = {
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: publishedAt.toISOString(),
    dateModified: changedAt.toISOString(),
    mainEntityOfPage: url,
    url,
    author: publisherOf(site),
    publisher: publisherOf(site),
    image: [picture],
  }
  const place = (position: number, name: string, item: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item,
  })
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [place(1, site.name, urlOf(site, site.home)), place(2, title, url)],
  }
  return toScript({ '@context': 'https://schema.org', '@graph': [post, crumbs] })
}

const publisherOf = (site: Site) => ({
  '@type': 'Organization',
  name: site.name,
  url: site.website ?? urlOf(site, site.home),
})

/** A script that browsers do not run. Its texts contain no character that has a meaning in HTML. */
function toScript(data: object): Html {
  const json = JSON.stringify(data)
    .replace(/\\(.)/g, (pair, sign) => (sign === '"' ? '\\u0022' : pair))
    .replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return trust(`<script type="application/ld+json">${json}</script>`)
}
