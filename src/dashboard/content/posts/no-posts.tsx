import { paths } from '../../data/paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Tally } from '../../kit/tally.tsx'

const example = [{ kind: 'wait', count: 24, label: 'to come' }] as const

/** The empty state without any post. */
export function NoPosts() {
  return (
    <Empty
      title="No posts yet"
      draw={<Tally groups={[...example]} height={28} noun="changes" />}
      actions={
        <>
          <ButtonLink look="primary" href={paths.newPost()}>
            Generate a post
          </ButtonLink>
          <ButtonLink href={`${paths.repositories()}?connect`}>Connect a repository</ButtonLink>
        </>
      }
    >
      Herald writes posts from the pull requests, commits and releases in your repositories.
    </Empty>
  )
}

/** The empty state of a filtered list. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Empty title="No posts match these filters" actions={<Button onClick={clear}>Clear filters</Button>} />
  )
}
