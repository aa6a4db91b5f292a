import { type Html, html } from '../page/html.ts'

/** The parts of a mail that every program shows alike: a heading, paragraphs, one button and a footer. */
export type Letter = {
  title: string
  /** Text, text with a link, or HTML with its plain form. */
  body: (string | LinkedText | { html: Html; text: string })[]
  button?: Link
  footer?: (string | Link)[]
}
type Link = { label: string; url: string }
type LinkedText = { text: string; link: Link }

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const styles =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}img{max-width:100%;height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0b5c74}@media (prefers-color-scheme:dark){a{color:#6fc3dd}}'

/** A letter as plain text and as HTML. */
export function writeLetter({ title, body, button, footer = [] }: Letter): { text: string; html: string } {
  return {
    text: [
      title,
      ...body.map((part) =>
        typeof part === 'string' ? part : 'link' in part ? writeLinked(part) : part.text,
      ),
      ...(button ? [`${button.label}: ${button.url}`] : []),
      ...(footer.length > 0
        ? [
            '--',
            footer.map((part) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`)).join('\n'),
          ]
        : []),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: html`
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <meta name="color-scheme" content="light dark">
          <title>${title}</title>
          <style>${styles}</style>
        </head>
        <body style="margin:0;padding:24px 16px;${font};font-size:16px;line-height:1.5">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td>
              <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${title}</h1>
              ${body.map((part) => (typeof part !== 'string' && 'html' in part ? part.html : drawParagraph(part)))}
              ${button && html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#17150f;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>`}
              ${footer.length > 0 && html`<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:13px;color:#77736a">${footer.map((part, at) => html`${at > 0 && ' · '}${typeof part === 'string' ? part : html`<a href="${part.url}" style="color:inherit">${part.label}</a>`}`)}</p>`}
            </td></tr></table>
          </td></tr></table>
        </body>
      </html>`.source,
  }
}

const writeLinked = ({ text, link }: LinkedText) => `${text}\n${link.label}: ${link.url}`

function drawParagraph(part: string | LinkedText): Html {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px">${part}</p>`
  const { text, link } = part
  return html`<p style="margin:0 0 16px">${text} <a href="${link.url}">${link.label}</a></p>`
}
