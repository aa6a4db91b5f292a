import { useEndOtherSessions, useOtherSessions } from '../../data/account.ts'
import { useSignOut } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** The user's sessions, with buttons to sign out. */
export function Sessions() {
  const sessions = useOtherSessions()
  const signOut = useSignOut()
  const end = useEndOtherSessions()
  return (
    <div className="settings">
      <Loaded query={sessions} rows={1}>
        {({ others }) => (
          <>
            <p>{strings.sessions.signedIn(others)}</p>
            <div className="row">
              <Button
                busy={signOut.isPending && strings.sessions.signingOut}
                onClick={() => signOut.mutate()}
              >
                {strings.sessions.signOut}
              </Button>
              {others > 0 && (
                <Button
                  busy={end.isPending && strings.sessions.signingOut}
                  onClick={() =>
                    end.mutate(undefined, {
                      onSuccess: ({ ended }) => toast(strings.sessions.signedOut(ended)),
                    })
                  }
                >
                  {strings.sessions.signOutEverywhereElse}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {(signOut.error ?? end.error) && <Failure error={signOut.error ?? end.error} />}
    </div>
  )
}
