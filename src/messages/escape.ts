const invisible = '\u200b'

/** Text for Slack and Google Chat, in which `<!channel>` and `<users/all>` notify everyone. */
export const escapeAngles = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text without angle brackets, for a service that does not decode entities. */
export const withoutAngles = (text: string) => text.replace(/[<>]/g, '')

/** Text for Markdown whose mentions notify nobody: an invisible space separates their sign. */
export const withoutMentions = (text: string) => text.replace(/[@!](?=\w)/g, (sign) => sign + invisible)

/** Text for a Markdown dialect without HTML. */
export const escapeMarks = (text: string) => text.replace(/[\\`*_[\]~|#]/g, '\\$&')

/** The beginning of a text of at most `max` UTF-16 code units, without half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
