import type { Socket, TCPSocketListener } from 'bun'

type Side = { other: Socket<Side> | null; waiting: Uint8Array[] }

/**
 * A relay to a server. A cut closes the connection when the server's next answer arrives, so that the server
 * has executed the request and the client gets no answer.
 */
export function startRelay(port: number) {
  let cuts = 0
  let answers: number | null = null
  const listener: TCPSocketListener<Side> = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(client) {
        client.data = { other: null, waiting: [] }
        const server = await Bun.connect<Side>({
          hostname: '127.0.0.1',
          port,
          socket: {
            open(server) {
              server.data = { other: client, waiting: [] }
            },
            data(server, bytes) {
              if (answers !== null && answers-- <= 0) {
                client.terminate()
                server.terminate()
              } else if (cuts > 0) {
                cuts--
                client.terminate()
                server.terminate()
              } else send(client, bytes)
            },
            drain: flush,
            close() {
              client.end()
            },
          },
        })
        client.data.other = server
        for (const bytes of client.data.waiting.splice(0)) send(server, bytes)
      },
      data(client, bytes) {
        if (client.data.other) send(client.data.other, bytes)
        else client.data.waiting.push(Uint8Array.from(bytes))
      },
      drain: flush,
      close(client) {
        client.data.other?.end()
      },
    },
  })
  return {
    port: listener.port,
    /** Cuts the connection when the next answer arrives. */
    cutNextAnswer() {
      cuts++
    },
    /** Cuts every connection once the server has sent this many parts of answers. */
    cutAfter(count: number) {
      answers = count
    },
    stop: () => listener.stop(true),
  }
}

function send(socket: Socket<Side>, bytes: Uint8Array) {
  const written = socket.data.waiting.length > 0 ? 0 : Math.max(0, socket.write(bytes))
  if (written < bytes.length) socket.data.waiting.push(Uint8Array.from(bytes.subarray(written)))
}

function flush(socket: Socket<Side>) {
  for (const bytes of socket.data.waiting.splice(0)) send(socket, bytes)
}
