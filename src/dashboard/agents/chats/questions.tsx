import { paths } from '../../data/paths.ts'
import { useConnected } from '../../data/repositories.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import * as strings from './strings.ts'

/** The empty state: sample questions about the repositories, or how to connect the first one. */
export function NoChats({ ask }: { ask: (question: string) => void }) {
  const { data } = useConnected()
  if (!data) return null
  const [first, second = first] = data.repositories.map(({ displayName }) => displayName)
  if (!first) {
    return (
      <Empty
        title={strings.questions.noChatsYet}
        actions={
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            {strings.questions.connectARepository}
          </ButtonLink>
        }
      >
        {strings.questions.connectFirst}
      </Empty>
    )
  }
  return (
    <Empty title={strings.questions.noChatsYet}>
      {strings.questions.tryOne}
      <span className="questions">
        {[
          strings.questions.listChanges(first),
          strings.questions.draftChangelog(second),
          strings.questions.listPullRequests(first),
        ].map((question) => (
          <Button key={question} onClick={() => ask(question)}>
            {question}
          </Button>
        ))}
      </span>
    </Empty>
  )
}
