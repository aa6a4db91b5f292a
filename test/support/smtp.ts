import type { Socket, TCPSocketListener } from 'bun'

/** A mail that the server took: its envelope and its text. */
export type ReceivedMail = { from: string; to: string[]; text: string }

/**
 * What to answer to a command, instead of accepting it: a reply, `close` or `stall`. After `accept and close` and
 * `reply and close` the command is accepted, without or with its reply, and the connection is closed.
 */
type Scripted = string | 'close' | 'stall' | 'accept and close' | 'reply and close'

type Session = { rest: string; from: string; to: string[]; isData: boolean }

/**
 * A mail server on the loopback. `script` holds replies by command (GREETING, EHLO, MAIL, RCPT, DATA, END), each used
 * once, the first one first; other commands are accepted.
 */
export function startSmtp() {
  const received: ReceivedMail[] = []
  const script: Record<string, Scripted[]> = {}
  const stalled = Promise.withResolvers<void>()

  /** Sends the scripted reply, or the usual one; false if the session is to end or wait. */
  function answer(socket: Socket<Session>, command: string, usual: string): boolean {
    const scripted = script[command]?.shift() ?? usual
    if (scripted === 'stall') {
      stalled.resolve()
      return false
    }
    if (scripted === 'reply and close') {
      socket.end(`${usual}\r\n`)
      return true
    }
    if (scripted.endsWith('close')) socket.terminate()
    else socket.write(`${scripted}\r\n`)
    return scripted === usual || scripted === 'accept and close'
  }

  function read(socket: Socket<Session>) {
    const session = socket.data
    for (;;) {
      const mark = session.isData ? '\r\n.\r\n' : '\r\n'
      const at = session.rest.indexOf(mark)
      if (at < 0) return
      const line = session.rest.slice(0, at)
      session.rest = session.rest.slice(at + mark.length)
      if (session.isData) {
        session.isData = false
        if (answer(socket, 'END', '250 2.0.0 Ok: queued as A1'))
          received.push({ from: session.from, to: session.to, text: line.replace(/^\.\./gm, '.') })
        continue
      }
      take(socket, line)
    }
  }

  function take(socket: Socket<Session>, line: string) {
    const session = socket.data
    const command = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'MAIL' && answer(socket, 'MAIL', '250 Ok')) session.from = address
    else if (command === 'RCPT' && answer(socket, 'RCPT', '250 Ok')) session.to = [...session.to, address]
    else if (command === 'DATA') session.isData = answer(socket, 'DATA', '354 Go ahead')
    else if (command === 'QUIT') socket.end('221 Bye\r\n')
    else if (!['MAIL', 'RCPT'].includes(command)) answer(socket, command, '250 Ok')
  }

  const server: TCPSocketListener<Session> = Bun.listen<Session>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { rest: '', from: '', to: [], isData: false }
        answer(socket, 'GREETING', '220 mail.test ESMTP')
      },
      data(socket, bytes) {
        socket.data.rest += bytes.toString('utf8')
        read(socket)
      },
    },
  })
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    received,
    /** Resolves when the server first leaves a command without an answer. */
    stalled: stalled.promise,
    /** Replies instead of accepting the next command of a kind. */
    reply(command: string, ...replies: Scripted[]) {
      script[command] = [...(script[command] ?? []), ...replies]
    },
    stop: () => server.stop(true),
  }
}

/** A mail's text without its encoding: headers unfolded, and its parts decoded. */
export function readMail({ text }: ReceivedMail) {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')] as const
      }),
  )
  const decoded = body
    .join('\n\n')
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
  return { headers, body: decoded }
}
