// Sends a request byte by byte as asked, because a server may answer before it has read everything.
export function sendRaw(port: number, head: string, size: number, chunked = false) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const part = Buffer.alloc(64 * 1024, 32)
  let received = ''
  let sent = 0
  let waiting = Buffer.from(head)

  function next() {
    if (sent >= size) return undefined
    sent += part.length
    if (!chunked) return part
    const end = sent >= size ? '0\r\n\r\n' : ''
    return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from(`\r\n${end}`)])
  }

  function pump(socket: Bun.Socket) {
    for (;;) {
      if (waiting.length === 0) {
        const more = next()
        if (!more) return
        waiting = more
      }
      const written = socket.write(waiting)
      if (written <= 0) return
      waiting = waiting.subarray(written)
    }
  }

  Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: pump,
      drain: pump,
      data(socket, data) {
        received += data.toString()
        const [headers = '', body] = received.split('\r\n\r\n', 2)
        const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
        if (body === undefined || body.length < length) return
        resolve(received)
        socket.end()
      },
      close: () => resolve(received),
      error: (_, error) => (received === '' ? reject(error) : resolve(received)),
    },
  }).catch(reject)
  return promise.then((text) => ({
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]),
    body: text.split('\r\n\r\n')[1] ?? '',
  }))
}
