import type { Config } from '../config.ts'
import { hostOf, isPublicName } from '../net/public-url.ts'
import type { Terminal } from './command.ts'

/** Warns that GitHub cannot reach this server, and prints the two alternatives. */
export function warnOfUnreachable(
  { warn }: Terminal,
  { appUrl }: Config,
  slug: string,
  fullName: string,
): void {
  if (isPublicName(hostOf(new URL(appUrl)))) return
  warn(`No server outside this network can reach ${appUrl}, so GitHub's deliveries will not arrive. Either
  use a tunnel: set APP_URL to its public address, restart the server and get the payload URL again; or
  poll instead: herald repo watch --org ${slug} --repo ${fullName} --every 5m`)
}
