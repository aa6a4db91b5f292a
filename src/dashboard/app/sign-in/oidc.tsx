import { basePath } from '../../data/base-path.ts'
import { rememberPlace } from './return.tsx'

/**
 * The sign-in of the organization's own, where one is configured. Without a place to return to it opens beside this
 * page, which keeps what was typed and hears by itself that somebody is signed in.
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
