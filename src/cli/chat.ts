import { readConfig } from '../config.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { terminalText } from '../text/line.ts'
import { type Answer, type ChatServer, type PendingCall, sendToChat } from './chat-reply.ts'
import { defineCommand, type Terminal } from './command.ts'
import { readUrl } from './options.ts'

const chat = defineCommand({
  name: 'chat',
  summary: 'Chat with a running server.',
  examples: ['chat "What changed last week?"', 'chat --url https://herald.acme.com'],
  argument: {
    value: 'MESSAGE',
    help: 'Message to send. Without one, starts an interactive chat; reads stdin when piped.',
  },
  options: {
    url: { type: 'string', value: 'U', read: readUrl, help: 'URL of the server. Default: BASE_URL.' },
    key: { type: 'string', value: 'K', help: 'API key with the scope chats.write. Default: HERALD_API_KEY.' },
    chat: { type: 'string', value: 'ID', help: 'ID of a chat to continue.' },
  },
  async run({ url, key, chat: chatId }, terminal, message) {
    const given = key ?? terminal.env.HERALD_API_KEY
    if (!given) throw new UsageError('chat: --key KEY or HERALD_API_KEY is required.')
    const place = { url: url ?? readConfig(terminal.env).baseUrl, key: given, chatId: chatId ?? null }
    const said = message ?? (terminal.ask ? null : await terminal.read())
    if (said === null) return converse(terminal, place)
    if (!said.trim()) throw new UsageError('chat: MESSAGE is required, as an argument or on stdin.')
    await say({ ...terminal, onInterrupt: undefined }, place, said)
  },
})

/** Asks for messages until one is empty. */
async function converse(terminal: Terminal, place: ChatServer): Promise<void> {
  for (;;) {
    const message = (await terminal.ask?.('>')) ?? ''
    if (!message) return
    try {
      await say(terminal, place, message)
    } catch (error) {
      // The next message may succeed.
      if (!(error instanceof OperatorError)) throw error
      terminal.warn(error.message)
    }
  }
}

/** Sends a message, prints the reply and asks for approvals until none is pending. */
async function say(terminal: Terminal, place: ChatServer, message: string): Promise<void> {
  let waiting = await sendAndPrint(terminal, place, { message })
  while (waiting.length > 0) {
    if (!terminal.ask)
      throw new OperatorError(
        'The call needs approval, and this is not a terminal. Approve it in the dashboard.',
      )
    const approvals: Answer[] = []
    for (const each of waiting) approvals.push(await decide(terminal, each))
    waiting = await sendAndPrint(terminal, place, { approvals })
  }
}

/** Ctrl-C stops the reply, not the conversation. */
async function sendAndPrint(terminal: Terminal, place: ChatServer, body: Parameters<typeof sendToChat>[2]) {
  const stop = new AbortController()
  const ignore = terminal.onInterrupt?.(() => stop.abort())
  try {
    return await sendToChat(terminal, place, body, stop.signal)
  } finally {
    ignore?.()
  }
}

async function decide(terminal: Terminal, { id, what }: PendingCall): Promise<Answer> {
  // Indented, because a reply could imitate this prompt.
  terminal.warn(terminalText(what).replaceAll(/^/gm, '  '))
  for (;;) {
    const answer = (await terminal.ask?.('Approve it, y or n:'))?.toLowerCase()
    if (answer === 'y' || answer === 'n') return { id, approved: answer === 'y' }
  }
}

export const commands = [chat]
