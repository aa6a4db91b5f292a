import { isIP } from 'node:net'
import { OperatorError } from '../errors.ts'

type Address = { host: string; port: number }
/** The names of the settings with the host and the port. */
type Settings = { host: string; port: string }

/** Calls `listen` with the options of an address; its failure becomes an OperatorError that names the settings. */
export function listenOn<T>(
  { host, port }: Address,
  settings: Settings,
  listen: (options: { hostname: string; port: number; reusePort: boolean }) => T,
): T {
  try {
    // By default two servers could share the port.
    return listen({ hostname: host, port, reusePort: false })
  } catch (error) {
    throw new OperatorError(describe({ host, port }, settings, (error as NodeJS.ErrnoException).code))
  }
}

function describe({ host, port }: Address, settings: Settings, code = 'unknown error'): string {
  const both = settings.host === settings.port ? settings.port : `${settings.port} and ${settings.host}`
  const isName = isIP(host) === 0 && host !== 'localhost'
  // Bun reports an unresolvable host name as a port in use.
  if (code === 'EADDRINUSE' && isName)
    return `Port ${port} on ${host} is already in use, or ${host} is not a name of this machine. Check ${both}.`
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${settings.port}.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Check ${settings.host}.`
  if (code === 'EACCES') return `Port ${port} on ${host} needs root privileges. Choose a port above 1023.`
  // The code of a name that cannot be resolved depends on the resolver: EAGAIN, EINVAL or another one.
  if (isName) return `${host} is not a name of this machine. Check ${both}.`
  return `Port ${port} on ${host} cannot be opened (${code}).`
}
