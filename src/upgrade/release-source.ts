export type ReleaseSource = {
  /** Address of the releases: files are at `latest/download/NAME` and `download/vVERSION/NAME` below it. */
  url: string
  /** The Ed25519 key in PEM that verifies releases; null if they are not signed. */
  publicKey: string | null
  /** The machine in the names of archives, for example `linux-x64`. */
  target: string
  /** When the release of this binary was made. */
  time: string
}

/** Where this binary comes from. `build.ts` replaces this module in the binary of a release; others have none. */
export const releaseSource: ReleaseSource | null = null
