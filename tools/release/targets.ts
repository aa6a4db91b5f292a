/** A machine that a release has a binary for; `bun` is the name of its runtime. */
export type Target = { name: string; bun: string; debian?: 'amd64' | 'arm64' }

export const targets: Target[] = [
  { name: 'linux-x64', bun: 'bun-linux-x64', debian: 'amd64' },
  { name: 'linux-arm64', bun: 'bun-linux-arm64', debian: 'arm64' },
  { name: 'linux-x64-musl', bun: 'bun-linux-x64-musl' },
  { name: 'linux-arm64-musl', bun: 'bun-linux-arm64-musl' },
  { name: 'darwin-arm64', bun: 'bun-darwin-arm64' },
  { name: 'darwin-x64', bun: 'bun-darwin-x64' },
  { name: 'windows-x64', bun: 'bun-windows-x64' },
]
