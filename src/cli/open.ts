type System = {
  env: Record<string, string | undefined>
  platform: NodeJS.Platform
  spawn(command: string[], options: object): { unref(): void }
}

/** Opens an address in the user's browser; does nothing on a server without a screen. */
export function open(
  url: string,
  { env, platform, spawn }: System = { env: process.env, platform: process.platform, spawn: Bun.spawn },
): void {
  const program = programOf(platform, env)
  if (!program) return
  try {
    spawn([...program, url], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
  } catch {
    // The address is also printed.
  }
}

function programOf(platform: System['platform'], env: System['env']): string[] | null {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null
}
