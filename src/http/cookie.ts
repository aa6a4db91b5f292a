import type { Config } from '../config.ts'

/** A cookie that scripts and other sites cannot use; over https browsers take it from this host alone. */
export function cookie(name: string, { appUrl }: Pick<Config, 'appUrl'>) {
  const isSecure = appUrl.startsWith('https:')
  const full = isSecure ? `__Host-${name}` : name
  return {
    read(request: Request): string | null {
      const cookies = request.headers.get('cookie')?.split(';') ?? []
      const found = cookies.map((each) => each.trim()).find((each) => each.startsWith(`${full}=`))
      return found?.slice(full.length + 1) || null
    },
    /** The header that puts it into a browser for so many seconds; null takes it out again. */
    write(value: string | null, seconds: number): string {
      const age = value === null ? 0 : seconds
      return `${full}=${value ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },
  }
}
