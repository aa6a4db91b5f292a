import { type Outcome, readError } from './outcome.ts'
import type { MailSettings } from './settings.ts'

/** One mail to one recipient. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Fixed for one subject and recipient, so that a repeated mail is recognized; without angle brackets. */
  messageId: string
  /** The name before the address of the sender; that of the server if missing. */
  senderName?: string
  headers?: Record<string, string>
}

const connectMs = 15_000
const silentMs = 60_000

/** Sends a mail, and returns what became of it. Throws nothing. */
export async function sendMail(settings: MailSettings, mail: Mail, signal?: AbortSignal): Promise<Outcome> {
  // Loaded when the first mail is sent.
  const { createTransport } = await import('nodemailer')
  const { url, from } = settings
  let isHandedOver = false
  const transport = createTransport({
    ...connectionOf(url),
    // Only the log of the library says which commands it sends.
    transactionLog: true,
    logger: silentExcept((command) => {
      if (command === 'DATA') isHandedOver = true
    }),
  })
  // The library cannot be interrupted: its connection ends with its own time limit.
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(new Error('Herald was stopped.'))
  stopped.promise.catch(() => {})
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    const raw = await compose(from, mail)
    // The recipient is in the envelope only: an address in a header could name another one.
    const sending = transport.sendMail({ envelope: { from: from.address, to: [mail.to] }, raw })
    const { response } = await Promise.race([sending, stopped.promise])
    return { kind: 'sent', reply: response.slice(0, 200) }
  } catch (error) {
    return readError(error, isHandedOver)
  } finally {
    signal?.removeEventListener('abort', stop)
    transport.close()
  }
}

/** A logger for the library that only passes on the commands of the client. */
function silentExcept(onCommand: (command: string) => void) {
  const ignore = () => {}
  return {
    ...{ level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
    debug({ tnx }: { tnx?: string }, text: unknown) {
      if (tnx === 'client') onCommand(String(text))
    },
  }
}

/** How to reach the server of a URL. Passwords are sent to other hosts only over TLS. */
function connectionOf(text: string) {
  const { protocol, hostname, port, username, password } = new URL(text)
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isLocal,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
  }
}

/** The text of a mail with its headers. */
async function compose(
  from: MailSettings['from'],
  { to, subject, text, html, messageId, senderName, headers }: Mail,
): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail({
    from: { name: senderName || from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${messageId}@${from.address.split('@')[1]}>`,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed.')
  return message
}
