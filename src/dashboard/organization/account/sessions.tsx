import { useEndOtherSessions, useOtherSessions } from '../../data/account.ts'
import { useSignOut } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'

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
            <p>
              You are signed in {others === 0 ? 'in this browser only' : `here and in ${browsers(others)}`}.
            </p>
            <div className="row">
              <Button busy={signOut.isPending && 'Signing out'} onClick={() => signOut.mutate()}>
                Sign out
              </Button>
              {others > 0 && (
                <Button
                  busy={end.isPending && 'Signing out'}
                  onClick={() =>
                    end.mutate(undefined, { onSuccess: ({ ended }) => toast(`${ended} signed out.`) })
                  }
                >
                  Sign out everywhere else
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

const browsers = (count: number) => (count === 1 ? 'one other browser' : `${count} other browsers`)
