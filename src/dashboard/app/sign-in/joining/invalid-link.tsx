import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authPaths } from '../../../data/paths.ts'
import { offerKey, type Session } from '../../../data/session.tsx'
import { ButtonLink } from '../../../kit/button.tsx'
import { Failure } from '../../../kit/notice.tsx'
import { Problem } from '../../../kit/problem.ts'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { AuthCard, useLinkToken } from '../../auth-card.tsx'
import * as strings from './strings.ts'

/** The offer of the link in the URL, requested again every minute. */
export function useOffer<Offer>(path: string, read: (token: string) => Promise<Offer>) {
  const token = useLinkToken()
  const offer = useQuery({
    queryKey: [offerKey, path, token],
    queryFn: () => read(token),
    enabled: token !== '',
    refetchInterval: ({ state }) => (state.error ? false : 60_000),
  })
  return { token, offer }
}

/** Shown without an offer: while it loads, after an error, and for a link that is no longer valid. */
export function InvalidLink({
  title,
  token,
  offer: { error, refetch },
  session,
  children,
}: {
  title: string
  token: string
  offer: UseQueryResult
  session: Session
  /** The next step without a link. */
  children: ReactNode
}) {
  const isGone = error instanceof Problem && error.status === 410
  if (token && !isGone) {
    return (
      <AuthCard title={title}>
        {error ? <Failure error={error} retry={() => refetch()} /> : <Skeleton rows={4} />}
      </AuthCard>
    )
  }
  return (
    <AuthCard title={isGone ? strings.invalidLink.title : title}>
      <p className="muted">{isGone ? error.message : children}</p>
      {!session.needsSetup && (
        <div className="row mt-6">
          <ButtonLink href={session.user ? '/' : authPaths.signIn}>
            {session.user ? strings.invalidLink.openHerald : strings.invalidLink.signIn}
          </ButtonLink>
        </div>
      )}
    </AuthCard>
  )
}

/** The remaining time in words: 26 more minutes, 3 more hours. */
export function timeLeft(minutes: number): string {
  if (minutes >= 120) return strings.invalidLink.hours(Math.floor(minutes / 60))
  return minutes === 1 ? strings.invalidLink.oneMinute : strings.invalidLink.minutes(minutes)
}
