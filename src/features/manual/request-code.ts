/** A request to show as code. */
export type Code = { method: string; url: string; needsKey: boolean; body?: unknown }

type Snippet = { language: string; title: string; text: string }

/** The same request for curl, TypeScript and Python, each complete; the key is in the environment variable `KEY`. */
export function writeCode(code: Code): Snippet[] {
  return [
    { language: 'sh', title: 'curl', text: writeCurl(code) },
    { language: 'ts', title: 'TypeScript', text: writeTypeScript(code) },
    { language: 'python', title: 'Python', text: writePython(code) },
  ]
}

const isRepeatable = ({ method, needsKey }: Code) => method === 'POST' && needsKey

function writeCurl(code: Code): string {
  const { method, url, needsKey, body } = code
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(isRepeatable(code) ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return parts.join(' \\\n  ')
}

function writeTypeScript(code: Code): string {
  const { method, url, needsKey, body } = code
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code for the reader
    ...(needsKey ? ['    Authorization: `Bearer ${process.env.KEY}`,'] : []),
    ...(isRepeatable(code) ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const settings = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
  ]
  const options = settings.length > 0 ? `, {\n${settings.join('\n')}\n}` : ''
  return [
    `const response = await fetch('${url}'${options})`,
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.text())',
  ].join('\n')
}

function writePython(code: Code): string {
  const { method, url, needsKey, body } = code
  const headers = [
    ...(needsKey ? ['        "Authorization": f"Bearer {os.environ[\'KEY\']}",'] : []),
    ...(isRepeatable(code) ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ]
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(needsKey ? ['import os'] : []),
    ...(isRepeatable(code) ? ['import uuid'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    "${url}",`,
    `    method="${method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${toPython(body, '    ')}).encode(),`]),
    ')',
    'print(urlopen(request).read().decode())',
  ].join('\n')
}

const indent = (text: string) => text.replaceAll('\n', '\n  ')

/** A JSON value as a Python literal. */
function toPython(value: unknown, at: string): string {
  const inner = `${at}    `
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((each) => toPython(each, at)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, each]) => `${inner}${JSON.stringify(name)}: ${toPython(each, inner)},\n`,
    )
    return `{\n${fields.join('')}${at}}`
  }
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
