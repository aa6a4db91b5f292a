import { basePath } from '../../kit/base-path.ts'
import { rememberPlace } from './return.tsx'

/**
 * Single sign-on, if it is configured. Without a page to return to, it opens in a new tab; this page keeps
 * its form and is notified of the sign-in.
 */
export function Oidc({ label, next }: { label: string; next?: string }) {
  return (
    <>
      <span className="or">or</span>
      <a
        className="button"
        href={`${basePath}/api/app/oidc/start`}
        target={next === undefined ? '_blank' : undefined}
        onClick={() => next !== undefined && rememberPlace(next)}
      >
        {next === undefined ? `Continue with ${label} in a new tab` : `Continue with ${label}`}
      </a>
    </>
  )
}
