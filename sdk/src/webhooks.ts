/** The value of `X-Hub-Signature-256` for a body, as Herald and GitHub compute it. */
export async function signWebhook(secret: string, body: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(body)))
  return `sha256=${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Whether a signature belongs to a body, which must be the raw text. Takes the same time for every wrong signature. */
export async function verifyWebhook(secret: string, body: string, signature: string): Promise<boolean> {
  const expected = await signWebhook(secret, body)
  if (signature.length !== expected.length) return false
  let difference = 0
  for (let at = 0; at < expected.length; at++)
    difference |= expected.charCodeAt(at) ^ signature.charCodeAt(at)
  return difference === 0
}

/** Sends an event to the payload URL of a repository, for code hosts that cannot reach the server. */
export async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  { event, payload, id = crypto.randomUUID() }: { event: string; payload: object; id?: string },
): Promise<Response> {
  const body = JSON.stringify(payload)
  const headers = {
    'Content-Type': 'application/json',
    'X-GitHub-Event': event,
    'X-GitHub-Delivery': id,
    'X-Hub-Signature-256': await signWebhook(secret, body),
  }
  return fetch(url, { method: 'POST', headers, body })
}

const encode = (text: string) => new TextEncoder().encode(text)
