import type { Context } from '../../context.ts'
import { withImageUrls, withMarkdownImageUrls } from '../../image/address.ts'
import { writeLetter } from '../../mail/letter.ts'
import type { LetterToSend } from '../../mail/letter-job.ts'
import { readTeaser } from '../../page/content.ts'
import { html, trust } from '../../page/html.ts'
import { dayOf, type Site } from '../../page/view.ts'
import { printableLine } from '../../text/line.ts'
import type { posts } from '../posts/table.ts'

type Reader = { email: string; token: string }
export type MailedPost = Pick<
  typeof posts.$inferSelect,
  'id' | 'slug' | 'title' | 'content' | 'markdown' | 'publishedAt' | 'createdAt'
>

/** Mail programs cut longer mails. */
const maxHtml = 80_000

/** The link under which a reader changes or ends a subscription. */
export const manageUrl = ({ config }: Context, token: string) => `${config.appUrl}/subscriptions/of/${token}`
/** The address that a mail program calls for its own button (RFC 8058). */
export const stopUrl = ({ config }: Context, token: string) => `${config.appUrl}/subscriptions/stop/${token}`

/** The mail that asks whether the address belongs to who entered it. */
export function confirmation(ctx: Context, site: Site, { email, token }: Reader): LetterToSend {
  const page = site.url
  return {
    kind: 'confirmation of a subscription',
    to: email,
    subject: `Confirm your subscription to ${site.name}`,
    senderName: site.name,
    letter: {
      title: `Confirm your subscription to ${site.name}`,
      body: [
        `Someone entered this address at ${page} to get new posts by email. If it was you, confirm your subscription. Otherwise, ignore this email: you will not get another one.`,
      ],
      button: { label: 'Confirm', url: `${ctx.config.appUrl}/subscriptions/confirm/${token}` },
    },
  }
}

/** The mail to a reader who subscribes already. */
export function reminder(ctx: Context, site: Site, { email, token }: Reader): LetterToSend {
  return {
    kind: 'notice of an existing subscription',
    to: email,
    subject: `You are already subscribed to ${site.name}`,
    senderName: site.name,
    letter: {
      title: `You are already subscribed to ${site.name}`,
      body: ['Someone entered your address again. Nothing has changed.'],
      button: { label: 'Change subscription', url: manageUrl(ctx, token) },
    },
  }
}

/** The mail with one post. */
export function postMail(ctx: Context, site: Site, post: MailedPost, { token }: Reader) {
  const url = urlOf(site, post)
  const base = ctx.config.appUrl
  const isShort = post.content.length <= maxHtml
  const summary = readTeaser(post.content.slice(0, 20_000)).summary ?? ''
  const content = isShort ? trust(withImageUrls(post.content, base)) : html`<p>${summary}</p>`
  return {
    subject: printableLine(post.title),
    ...writeLetter({
      title: printableLine(post.title),
      body: [
        dayOf(post.publishedAt ?? post.createdAt),
        { html: content, text: withMarkdownImageUrls(post.markdown ?? summary, base) },
      ],
      button: { label: 'Read on the web', url },
      footer: footerOf(ctx, site, token),
    }),
  }
}

/** The weekly mail with several posts. */
export function digestMail(ctx: Context, site: Site, posts: MailedPost[], day: Date, { token }: Reader) {
  const title = `${site.name}: ${posts.length === 1 ? 'one new post' : `${posts.length} new posts`}`
  return {
    subject: `${title}, ${dayOf(day)}`,
    ...writeLetter({
      title,
      body: posts.map((post) => {
        const url = urlOf(site, post)
        const name = printableLine(post.title)
        const summary = readTeaser(post.content.slice(0, 20_000)).summary ?? ''
        return {
          html: html`
            <h2 style="font-size:18px;margin:24px 0 4px"><a href="${url}">${name}</a></h2>
            <p style="margin:0 0 8px">${summary}</p>`,
          text: [name, summary, url].filter(Boolean).join('\n'),
        }
      }),
      footer: footerOf(ctx, site, token),
    }),
  }
}

const urlOf = (site: Site, { slug, id }: MailedPost) => `${site.url}/${slug ?? id}`

const footerOf = (ctx: Context, site: Site, token: string) => [
  `You get this email because you subscribed to ${site.name}.`,
  { label: 'Change or end subscription', url: manageUrl(ctx, token) },
]
