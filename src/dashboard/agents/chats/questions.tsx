import { paths } from '../../data/paths.ts'
import { useConnected } from '../../data/repositories.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'

/** The empty state: sample questions about the repositories, or how to connect the first one. */
export function NoChats({ ask }: { ask: (question: string) => void }) {
  const { data } = useConnected()
  if (!data) return null
  const [first, second = first] = data.repositories.map(({ displayName }) => displayName)
  if (!first) {
    return (
      <Empty
        title="No chats yet"
        actions={
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            Connect a repository
          </ButtonLink>
        }
      >
        Herald answers questions about your repositories, posts, feedback and visibility. Connect a repository
        to start.
      </Empty>
    )
  }
  return (
    <Empty title="No chats yet">
      Herald answers questions, writes drafts, and asks before it changes anything. Try one of these, or write
      your own.
      <span className="questions">
        {[
          `List what changed in ${first} since its last release`,
          `Draft a changelog for last week in ${second}`,
          `List the pull requests in ${first} that users would notice`,
        ].map((question) => (
          <Button key={question} onClick={() => ask(question)}>
            {question}
          </Button>
        ))}
      </span>
    </Empty>
  )
}
