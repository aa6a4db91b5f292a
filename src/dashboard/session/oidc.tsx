/** The sign-in of the organization's own, where one is configured. */
export function Oidc({ label }: { label: string }) {
  return (
    <>
      <span className="or">or</span>
      <a className="button" href="/api/app/oidc/start">
        Continue with {label}
      </a>
    </>
  )
}
