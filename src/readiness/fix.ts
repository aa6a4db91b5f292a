import type { Fix, FixContext } from './check.ts'

type Code = Fix['code'][number]

/** A header for every response, for the usual servers. */
export function headerCode(name: string, value: string): Code[] {
  return [
    { label: 'nginx', text: `add_header ${name} '${value}' always;` },
    { label: 'Caddy', text: `header ${name} \`${value}\`` },
    {
      label: 'Next.js, next.config.js',
      text: `async headers() {\n  return [{ source: '/:path*', headers: [{ key: '${name}', value: '${value}' }] }]\n}`,
    },
  ]
}

/** A file to add to the site. */
export const file = (name: string, ...lines: string[]): Code => ({ label: name, text: lines.join('\n') })

/** The command that shows the result, for a path of the site. */
export const curl = ({ origin }: FixContext, path: string, options = '') =>
  `curl -s ${options ? `${options} ` : ''}'${origin}${path}'`

export const allowGroup = (agents: string[]) =>
  [...agents.map((agent) => `User-agent: ${agent}`), 'Allow: /'].join('\n')
