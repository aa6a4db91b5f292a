export type Fault = {
  /** All faults of an input; additive. */
  issues?: { path: string; message: string }[]
  error: string
  code?: string
  recovery?: string
  limit?: number
  remaining?: number
  reset?: number
}

export type Answer<T = Fault> = {
  status: number
  headers: Headers
  text: string
  body: T
  /** When the request was sent, in milliseconds. */
  sentAt: number
}
export type Api = ReturnType<typeof client>

async function read<T>(response: Response, sentAt: number): Promise<Answer<T>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json') === true
  return {
    status: response.status,
    sentAt,
    headers: response.headers,
    text,
    body: (isJson && text !== '' ? JSON.parse(text) : {}) as T,
  }
}

export function client(url: string, key?: string) {
  const credentials: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }

  // Strings and bytes are sent unchanged, everything else as JSON.
  async function send<T = Fault>(
    method: string,
    path: string,
    content?: unknown,
    headers: Record<string, string> = {},
  ) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    const body = content === undefined || isRaw ? content : JSON.stringify(content)
    const type: Record<string, string> = content === undefined ? {} : { 'content-type': 'application/json' }
    const sentAt = Date.now()
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...credentials, ...type, ...headers },
      body,
    })
    return read<T>(response, sentAt)
  }

  return {
    send,
    get: <T = Fault>(path: string, headers?: Record<string, string>) =>
      send<T>('GET', path, undefined, headers),
    post: <T = Fault>(path: string, content: unknown) => send<T>('POST', path, content),
    patch: <T = Fault>(path: string, content: unknown) => send<T>('PATCH', path, content),
    delete: <T = Fault>(path: string) => send<T>('DELETE', path),
  }
}
