import type { SignInNotice } from '../../features/sessions/oidc.ts'
import * as strings from './strings.ts'

const notices: Record<SignInNotice, string> = strings.signInNotice

/** The change to the account at sign-in; null if the URL has none. */
export function readNotice(search: string): string | null {
  const notice = new URLSearchParams(search).get('notice')
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice as SignInNotice] : null
}
