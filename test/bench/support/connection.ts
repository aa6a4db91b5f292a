/**
 * A raw keep-alive connection: just enough HTTP to count answers, so that the server is measured and not the
 * client.
 */
export type Connection = {
  /** Sends a whole request and returns the status once the whole answer has arrived. */
  exchange(request: Uint8Array): Promise<number>
  close(): void
}

type Waiting = { resolve(status: number): void; reject(error: Error): void }

export async function connect(port: number): Promise<Connection> {
  let waiting: Waiting | null = null
  let unsent: Uint8Array | null = null
  let head: Buffer | null = null
  let status = 0
  let missing = 0

  function receive(chunk: Buffer) {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      const received: Buffer = head ? Buffer.concat([head, chunk]) : chunk
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) {
        head = received
        return
      }
      head = null
      status = Number(received.toString('latin1', 9, 12))
      missing = end + 4 + lengthOf(received.toString('latin1', 0, end)) - received.length
    }
    if (missing <= 0) settle((answer) => answer.resolve(status))
  }

  function settle(answer: (waiting: Waiting) => void) {
    const settled = waiting
    waiting = null
    if (settled) answer(settled)
  }

  let isOpen = false

  async function open(): Promise<Bun.Socket> {
    const opened = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_, chunk) => receive(chunk),
        drain(socket) {
          if (unsent) unsent = send(socket, unsent)
        },
        close() {
          isOpen = false
          settle((answer) => answer.reject(new Error('The server closed the connection.')))
        },
      },
    })
    isOpen = true
    return opened
  }

  let socket = await open()
  return {
    async exchange(request) {
      // Servers close connections that were idle for some seconds.
      if (!isOpen) socket = await open()
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        unsent = send(socket, request)
      })
    },
    close: () => socket.end(),
  }
}

function send(socket: Bun.Socket, bytes: Uint8Array): Uint8Array | null {
  const written = Math.max(0, socket.write(bytes))
  return written < bytes.length ? bytes.subarray(written) : null
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer does not tell its length:\n${head}`)
  return Number(length)
}
