import { cut, escapeAngles, escapeMarks, withoutAngles, withoutMentions } from './escape.ts'
import type { Address, Service } from './service.ts'

/** The content of a message about a published post; its texts are plain. */
export type PostMessage = {
  id: string
  title: string
  /** The address of its page; null if it has none. */
  url: string | null
  publishedAt: string
  summary: string
  highlights: string[]
  markdown: string
  organization: string
  /** True for a notification of the team, which is about no post. */
  isNotice?: boolean
}

/** The request that sends a message, and its text for people. */
export type Message = { url: string; headers: Record<string, string>; body: unknown; preview: string }

const maxSummary = 1500

/** The message of a post in the form of a service. Mentions in it notify nobody. */
export function compose(service: Service, address: Address, post: PostMessage, deliveryId: string): Message {
  const { title, url, summary, highlights } = post
  const lines = highlights.map((line) => `• ${line}`)
  const text = [cut(summary, maxSummary), lines.join('\n')].filter(Boolean).join('\n\n')
  const whole = [title, text, url].filter(Boolean).join('\n\n')
  const request = forms[service]({ post, address, deliveryId, text, whole })
  return { url: address.url, headers: {}, preview: whole, ...request }
}

type Parts = {
  post: PostMessage
  address: Address
  deliveryId: string
  /** Summary and highlights. */
  text: string
  /** Title, text and link. */
  whole: string
}
/** What a service needs; without `url`, the address is used unchanged. */
type Request = { url?: string; headers?: Record<string, string>; body: unknown }

const forms: Record<Service, (parts: Parts) => Request> = {
  slack({ post: { title, url }, text }) {
    const link = url ? `\n<${escapeAngles(url)}>` : ''
    const section = escapeAngles(cutEscaped(text, 2500, escapeAngles)) + link || ' '
    return {
      body: {
        text: escapeAngles(cut(title, 150)),
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: withoutAngles(cut(title, 150)) } },
          { type: 'section', text: { type: 'mrkdwn', text: section } },
        ],
        unfurl_links: false,
      },
    }
  },
  discord({ post: { title, url }, address, text }) {
    const target = new URL(address.url)
    target.searchParams.set('wait', 'true')
    const description = escapeMarks(cutEscaped(text, 4000, escapeMarks))
    const embed = { title: cut(title, 250), description, ...(url ? { url } : {}) }
    return { url: target.href, body: { embeds: [embed], allowed_mentions: { parse: [] } } }
  },
  teams: ({ post: { title, url }, text }) => ({
    body: teamsCard(cut(title, 250), escapeMarks(cut(text, 6000)), url),
  }),
  mattermost({ post: { title, url }, text }) {
    const heading = `**${withoutMentions(escapeMarks(title))}**`
    const below = withoutMentions(escapeMarks(withoutAngles(cut(text, 12_000))))
    return { body: { text: [heading, below, url].filter(Boolean).join('\n\n') } }
  },
  telegram({ post: { title, url }, address, text }) {
    const html = [
      `<b>${withoutMentions(escapeAngles(cut(title, 250)))}</b>`,
      withoutMentions(escapeAngles(cut(text, 3000))),
      url && escapeAngles(url),
    ]
    return {
      url: `${withoutEnd(address.url)}/sendMessage`,
      body: {
        chat_id: address.chat,
        text: html.filter(Boolean).join('\n\n'),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    }
  },
  ntfy({ post: { title, url }, address, deliveryId, text }) {
    const { origin, pathname } = new URL(address.url)
    return {
      url: `${origin}/`,
      ...(address.token ? { headers: { Authorization: `Bearer ${address.token}` } } : {}),
      body: {
        topic: pathname.slice(1),
        title: cut(title, 250),
        message: cutBytes(text || title, 3500),
        // The same sequence replaces an earlier message.
        sequence_id: deliveryId,
        ...(url ? { click: url } : {}),
      },
    }
  },
  gotify: ({ post: { title, url }, address, text }) => ({
    url: `${withoutEnd(address.url).replace(/\/message$/, '')}/message`,
    headers: { 'X-Gotify-Key': address.token ?? '' },
    body: {
      title: cut(title, 250),
      message: [cut(text, 8000), url].filter(Boolean).join('\n\n') || title,
      priority: 5,
    },
  }),
  'google-chat': ({ whole }) => ({ body: { text: cut(withoutAngles(whole), 3900) } }),
  json({ post: { id, title, url, publishedAt, markdown, organization, isNotice }, whole }) {
    if (isNotice) return { body: { event: 'notification', text: whole, url, organization } }
    return {
      body: { event: 'post.published', post: { id, title, url, publishedAt, markdown }, organization },
    }
  },
}

function teamsCard(title: string, text: string, url: string | null) {
  const content = {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: escapeMarks(title), weight: 'Bolder', size: 'Medium', wrap: true },
      { type: 'TextBlock', text, wrap: true },
    ],
    actions: url ? [{ type: 'Action.OpenUrl', title: 'Read the post', url }] : [],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

/** The address of a server without its last slash, query and fragment. */
function withoutEnd(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}

/** The beginning of a text that has at most `max` UTF-16 code units once it is escaped. */
function cutEscaped(text: string, max: number, toSafe: (text: string) => string): string {
  let end = max
  while (toSafe(cut(text, end)).length > max) end = Math.floor(end * 0.9)
  return cut(text, end)
}

/** The beginning of a text of at most `max` bytes in UTF-8. */
function cutBytes(text: string, max: number): string {
  let end = Math.min(text.length, max)
  while (Buffer.byteLength(text.slice(0, end)) > max) end = Math.floor(end * 0.9)
  return cut(text, end)
}
