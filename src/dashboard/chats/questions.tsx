import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { paths } from '../paths.ts'
import { useConnected } from '../repositories/queries.ts'

/** Before the first chat: questions that this organization's repositories answer, or the way to the first one. */
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
        Herald answers from what it knows: your repositories, posts, feedback and visibility. It begins with a
        repository.
      </Empty>
    )
  }
  return (
    <Empty title="No chats yet">
      Herald answers from what it knows, drafts what you ask for, and changes nothing without you. Begin with
      one of these, or write your own.
      <span className="questions">
        {[
          `Tell me what has changed in ${first} since its last release`,
          `Draft a changelog of the last week in ${second}`,
          `List the pull requests of ${first} that users would notice`,
        ].map((question) => (
          <Button key={question} onClick={() => ask(question)}>
            {question}
          </Button>
        ))}
      </span>
    </Empty>
  )
}
