import type { Config } from '../config.ts'

/**
 * A cookie that scripts and other sites cannot use. Over https browsers only accept it from this host. Under a base
 * path it is not sent to other programs on the host, so it cannot use the `__Host-` prefix.
 */
export function cookie(name: string, { appUrl, basePath }: Pick<Config, 'appUrl' | 'basePath'>) {
  const isSecure = appUrl.startsWith('https:')
  const prefix = basePath === '' ? '__Host-' : '__Secure-'
  const full = isSecure ? `${prefix}${name}` : name
  return {
    read(request: Request): string | null {
      const cookies = request.headers.get('cookie')?.split(';') ?? []
      const found = cookies.map((each) => each.trim()).find((each) => each.startsWith(`${full}=`))
      return found?.slice(full.length + 1) || null
    },
    /** The `Set-Cookie` header that stores a value for `seconds`; null deletes the cookie. */
    write(value: string | null, seconds: number): string {
      const age = value === null ? 0 : seconds
      return `${full}=${value ?? ''}; Max-Age=${age}; Path=${basePath || '/'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },
  }
}
