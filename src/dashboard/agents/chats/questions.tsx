import { useHome } from '../../data/home.ts'
import { paths } from '../../data/paths.ts'
import { useConnected } from '../../data/repositories.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { listStarters } from './starters.ts'
import * as strings from './strings.ts'

/** The empty state: questions about what the organization has, and how to connect the first repository. */
export function NoChats({ ask }: { ask: (question: string) => void }) {
  const connected = useConnected()
  const home = useHome()
  if (!connected.data || home.isPending) return null
  const repositories = connected.data.repositories.map(({ displayName }) => displayName)
  const starters = listStarters({ repositories, home: home.data ?? nothing })
  return (
    <Empty
      title={strings.questions.noChatsYet}
      actions={
        repositories.length === 0 && (
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            {strings.questions.connectARepository}
          </ButtonLink>
        )
      }
    >
      {starters.length === 0 ? strings.questions.connectFirst : strings.questions.tryOne}
      {starters.length > 0 && (
        <span className="questions">
          {starters.map((question) => (
            <Button key={question} onClick={() => ask(question)}>
              {question}
            </Button>
          ))}
        </span>
      )}
    </Empty>
  )
}

/** If the home page cannot be read, the questions are about repositories only. */
const nothing = { drafts: [], newFeedback: { count: 0, groups: [] }, visibility: null }
