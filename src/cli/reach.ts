import type { Config } from '../config.ts'
import { hostOf, isPublicName } from '../net/public-url.ts'
import type { Terminal } from './command.ts'

/** Tells whoever sets up a webhook that nobody outside can reach this server, and the two ways on. */
export function warnOfUnreachable(
  { warn }: Terminal,
  { appUrl }: Config,
  slug: string,
  fullName: string,
): void {
  if (isPublicName(hostOf(new URL(appUrl)))) return
  warn(`Nobody outside can reach ${appUrl}, so deliveries of GitHub will not arrive. There are two ways on:
  a tunnel: set APP_URL to its public address, start the server again, and ask for the payload URL once more;
  no deliveries: herald repo watch --org ${slug} --repo ${fullName} --every 5m`)
}
