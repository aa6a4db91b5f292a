import { cut, escapeAngles, escapeMarks, withoutAngles, withoutMentions } from './escape.ts'
import type { Address, Service } from './service.ts'

/** The content of a message; its texts are plain. */
export type Content = {
  title: string
  /** What follows the title; may be empty. */
  text: string
  /** Its link; null if it has none. */
  url: string | null
  linkLabel: string
  /** The body for a service that takes JSON of ours; `text` is the whole message. */
  toJson(text: string): Record<string, unknown>
}

/** The request that sends a message, and its text for people. */
export type Message = { url: string; headers: Record<string, string>; body: unknown; preview: string }

/** A message in the form of a service. Mentions in it notify nobody. */
export function compose(service: Service, address: Address, content: Content, deliveryId: string): Message {
  const whole = [content.title, content.text, content.url].filter(Boolean).join('\n\n')
  const request = forms[service]({ ...content, address, deliveryId, whole })
  return { url: address.url, headers: {}, preview: whole, ...request }
}

type Parts = Content & {
  address: Address
  deliveryId: string
  /** Title, text and link. */
  whole: string
}
/** What a service needs; without `url`, the address is used unchanged. */
type Request = { url?: string; headers?: Record<string, string>; body: unknown }

const forms: Record<Service, (parts: Parts) => Request> = {
  slack({ title, url, text }) {
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
  discord({ title, url, address, text }) {
    const target = new URL(address.url)
    target.searchParams.set('wait', 'true')
    const description = escapeMarks(cutEscaped(text, 4000, escapeMarks))
    const embed = { title: cut(title, 250), description, ...(url ? { url } : {}) }
    return { url: target.href, body: { embeds: [embed], allowed_mentions: { parse: [] } } }
  },
  teams: ({ title, url, linkLabel, text }) => ({
    body: teamsCard(cut(title, 250), escapeMarks(cut(text, 6000)), url ? { url, title: linkLabel } : null),
  }),
  mattermost({ title, url, text }) {
    const heading = `**${withoutMentions(escapeMarks(title))}**`
    const below = withoutMentions(escapeMarks(withoutAngles(cut(text, 12_000))))
    return { body: { text: [heading, below, url].filter(Boolean).join('\n\n') } }
  },
  telegram({ title, url, address, text }) {
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
  ntfy({ title, url, address, deliveryId, text }) {
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
  gotify: ({ title, url, address, text }) => ({
    url: `${withoutEnd(address.url).replace(/\/message$/, '')}/message`,
    headers: { 'X-Gotify-Key': address.token ?? '' },
    body: {
      title: cut(title, 250),
      message: [cut(text, 8000), url].filter(Boolean).join('\n\n') || title,
      priority: 5,
    },
  }),
  'google-chat': ({ whole }) => ({ body: { text: cut(withoutAngles(whole), 3900) } }),
  json: ({ toJson, whole }) => ({ body: toJson(whole) }),
}

function teamsCard(title: string, text: string, link: { url: string; title: string } | null) {
  const content = {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: escapeMarks(title), weight: 'Bolder', size: 'Medium', wrap: true },
      { type: 'TextBlock', text, wrap: true },
    ],
    actions: link ? [{ type: 'Action.OpenUrl', ...link }] : [],
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
